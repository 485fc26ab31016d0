// SPDX-License-Identifier: Apache-2.0
#include "mutate/token.h"

#include <array>
#include <cctype>
#include <cstring>

namespace flitlock_mutate {
namespace {

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

// Longer ones first.
constexpr std::array<const char *, 18> operators = {"<<<", ">>>", "===", "!==", "<=", ">=", "==", "!=", "&&",
                                                    "||",  "<<",  ">>",  "+:",  "-:", "**", "~|", "~&", "~^"};

size_t end_of_name(const std::string &text, size_t at) {
  while (at < text.size() && is_name(text[at]))
    at++;
  return at;
}

size_t end_of_number(const std::string &text, size_t at) {
  while (at < text.size() && (std::isdigit(static_cast<unsigned char>(text[at])) || text[at] == '_'))
    at++;
  if (at < text.size() && text[at] == '\'') at = end_of_name(text, at + 1);
  return at;
}

// Behind white space, comments and lines of the preprocessor.
size_t next_begin(const std::string &text, size_t at) {
  for (;;) {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])))
      at++;
    if (text.compare(at, 2, "//") == 0) {
      at = text.find('\n', at);
    } else if (text.compare(at, 2, "/*") == 0) {
      at = text.find("*/", at);
      if (at != std::string::npos) at += 2;
    } else if (text[at] == '`' && text.compare(at, 9, "`FLITLOCK") != 0) {
      at = text.find('\n', at);
    } else {
      return at;
    }
    if (at == std::string::npos) return text.size();
  }
}

}  // namespace

std::vector<Token> tokens_of(const std::string &text) {
  std::vector<Token> list;
  for (size_t at = next_begin(text, 0); at < text.size(); at = next_begin(text, at)) {
    Token token;
    token.begin = at;
    const char c = text[at];
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '\'') {
      token.kind = Kind::Number;
      at = end_of_number(text, at);
    } else if (is_name(c)) {
      token.kind = Kind::Name;
      at = end_of_name(text, at);
      if (text.compare(at, 2, "::") == 0) at = end_of_name(text, at + 2);
    } else if (c == '`') {
      token.kind = Kind::Macro;
      at = end_of_name(text, at + 1);
    } else if (c == '"') {
      token.kind = Kind::Text;
      at = text.find('"', at + 1) + 1;
    } else {
      token.kind = Kind::Operator;
      size_t length = 1;
      for (const char *each : operators)
        if (text.compare(at, std::strlen(each), each) == 0) {
          length = std::strlen(each);
          break;
        }
      at += length;
    }
    token.end = at;
    token.text = text.substr(token.begin, at - token.begin);
    list.push_back(token);
  }
  list.emplace_back();
  list.back().begin = list.back().end = text.size();
  return list;
}

}  // namespace flitlock_mutate
