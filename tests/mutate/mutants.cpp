// SPDX-License-Identifier: Apache-2.0
#include "mutate/mutants.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "mutate/expression.h"
#include "mutate/token.h"

namespace flitlock_mutate {
namespace {

struct Signal {
  std::string name;
  std::string range;   // "[Vcs-1:0]", without spaces; "" of one bit
  bool array = false;  // of words
};

bool keyword_of_declaration(const std::string &text) {
  static const std::set<std::string> words = {"input", "output", "wire", "reg", "logic"};
  return words.count(text) != 0;
}

class Finder {
 public:
  explicit Finder(const std::string &text) : text_(text), tokens_(tokens_of(text)) {}

  Found run() {
    find_signals();
    find_functions();
    while (tokens_[at_].kind != Kind::End)
      item();
    std::stable_sort(found_.mutants.begin(), found_.mutants.end(), [](const Mutant &a, const Mutant &b) {
      return std::make_tuple(a.begin, ~a.end) < std::make_tuple(b.begin, ~b.end);
    });
    return std::move(found_);
  }

 private:
  const std::string &text_;
  const std::vector<Token> tokens_;
  size_t at_ = 0;
  std::vector<Signal> signals_;
  std::set<std::string> constant_functions_;
  std::set<std::string> assigned_;  // earlier in this block
  Found found_;

  // ---- Tokens
  const Token &token() const { return tokens_[at_]; }
  bool is(const char *text) const { return token().text == text; }
  std::string source(const Expression &e) const { return text_.substr(e.begin, e.end - e.begin); }

  void skip_group() {  // ( .. ), [ .. ] or { .. }
    int depth = 0;
    do {
      if (is("(") || is("[") || is("{")) depth++;
      if (is(")") || is("]") || is("}")) depth--;
      at_++;
    } while (depth > 0 && token().kind != Kind::End);
  }
  void skip_past(const char *text) {
    while (!is(text) && token().kind != Kind::End)
      if (is("(") || is("[") || is("{")) {
        skip_group();
      } else {
        at_++;
      }
    at_++;
  }
  void skip_label() {
    if (is(":")) at_ += 2;
  }

  // ---- What is declared
  std::string group_text() {
    std::string words;
    const size_t from = at_;
    skip_group();
    for (size_t k = from; k < at_; k++)
      words += tokens_[k].text;
    return words;
  }

  void find_signals() {
    for (at_ = 0; token().kind != Kind::End;) {
      if (!keyword_of_declaration(token().text)) {
        at_++;
        continue;
      }
      while (keyword_of_declaration(token().text))
        at_++;
      std::string range = is("[") ? group_text() : "";
      while (token().kind == Kind::Name && !keyword_of_declaration(token().text)) {
        Signal signal{token().text, range};
        at_++;
        if (is("[")) {
          signal.array = true;
          skip_group();
        }
        signals_.push_back(signal);
        if (!is(",")) break;
        at_++;
        if (is("[")) break;
      }
    }
    at_ = 0;
  }

  const Signal *signal(const std::string &name) const {
    for (const Signal &each : signals_)
      if (each.name == name) return &each;
    return nullptr;
  }

  // Functions that parameters are made with are not run by a simulation, and cannot ask which mutant there is.
  void find_functions() {
    std::set<std::string> names;
    for (size_t k = 0; tokens_[k].kind != Kind::End; k++)
      if (tokens_[k].text == "function") {
        size_t name = k + 1;
        while (tokens_[name].text != "(")
          name++;
        names.insert(tokens_[name - 1].text);
      }
    for (size_t k = 0; tokens_[k].kind != Kind::End; k++) {
      const bool parameter = tokens_[k].text == "parameter" || tokens_[k].text == "localparam";
      const bool given = tokens_[k].text == "." && std::isupper(static_cast<unsigned char>(tokens_[k + 1].text[0]));
      if (tokens_[k].text == "`FLITLOCK_REFUSE" || parameter || given) {
        int depth = 0;
        for (size_t j = k + 1; tokens_[j].kind != Kind::End && depth >= 0; j++) {
          const std::string &word = tokens_[j].text;
          if (word == "(" || word == "{" || word == "[") depth++;
          if (word == ")" || word == "}" || word == "]") depth--;
          if (depth == 0 && (word == ";" || word == "," || (!parameter && word == ")"))) break;
          if (names.count(word) != 0) constant_functions_.insert(word);
        }
      }
    }
    // What these call is constant, too.
    for (size_t k = 0; tokens_[k].kind != Kind::End; k++) {
      if (tokens_[k].text != "function") continue;
      size_t name = k + 1;
      while (tokens_[name].text != "(")
        name++;
      if (constant_functions_.count(tokens_[name - 1].text) == 0) continue;
      for (; tokens_[k].text != "endfunction"; k++)
        if (names.count(tokens_[k].text) != 0) constant_functions_.insert(tokens_[k].text);
    }
  }

  // ---- Items of a module
  void item() {
    if (is("module")) {
      at_ += 2;
      if (is("#")) {
        at_++;
        skip_group();
      }
      skip_group();
    } else if (is("localparam") || is("parameter") || is("genvar") || is("integer") || is("import") ||
               keyword_of_declaration(token().text)) {
      skip_past(";");
    } else if (is("function")) {
      function();
    } else if (is("initial")) {
      at_++;
      skip_statement();
    } else if (is("assign")) {
      at_++;
      assignment("=", true);
    } else if (token().text.rfind("always", 0) == 0) {
      at_++;
      if (is("@")) {
        at_++;
        if (is("*")) {
          at_++;
        } else {
          skip_group();
        }
      }
      assigned_.clear();
      statement();
    } else if (is("if") || is("for")) {  // of a generate block: constant
      at_++;
      skip_group();
    } else if (is("begin")) {
      at_++;
      skip_label();
    } else if (is("package")) {
      skip_past("endpackage");
    } else if (token().kind == Kind::Macro) {
      at_++;
      skip_group();
    } else if (token().kind == Kind::Name && !is("else") && !is("end") && !is("generate") && !is("endgenerate") &&
               !is("endmodule")) {
      instance();
    } else {
      at_++;
    }
  }

  void function() {
    size_t name = at_;
    while (tokens_[name].text != "(")
      name++;
    if (constant_functions_.count(tokens_[name - 1].text) != 0) return skip_past("endfunction");
    skip_past(";");
    assigned_.clear();
    assigned_.insert(tokens_[name - 1].text);
    while (!is("endfunction"))
      statement();
    at_++;
  }

  void instance() {
    at_++;
    if (is("#")) {
      at_++;
      skip_group();
    }
    at_++;  // its name
    if (!is("(")) throw std::runtime_error("'" + token().text + "' at " + std::to_string(token().begin));
    at_++;
    while (!is(")") && token().kind != Kind::End) {
      if (is(".")) {
        const std::string port = tokens_[at_ + 1].text;
        at_ += 2;
        const bool input = port.size() > 2 && port.compare(port.size() - 2, 2, "_i") == 0 && port != "clk_i";
        if (input && tokens_[at_ + 1].text != ")") {
          at_++;
          mutate(*read_expression(tokens_, at_));
          if (!is(")")) throw std::runtime_error("port " + port);
          at_++;
        } else {
          skip_group();
        }
      } else {
        at_++;
      }
    }
    at_ += 2;
  }

  // ---- Statements
  void skip_statement() {
    const Found kept = found_;
    statement();
    found_ = kept;
  }

  void statement() {
    if (is("begin")) {
      at_++;
      skip_label();
      while (!is("end"))
        statement();
      at_++;
    } else if (is("if")) {
      at_ += 2;
      const auto condition = read_expression(tokens_, at_);
      at_++;
      const bool reset = source(*condition) == "!rst_ni";
      if (!reset) mutate_condition(*condition, "condition");
      in_reset_ = reset;
      statement();
      in_reset_ = false;
      if (is("else")) {
        at_++;
        statement();
      }
    } else if (is("for")) {
      at_++;
      skip_group();
      statement();
    } else if (is("case")) {
      at_ += 2;
      mutate(*read_expression(tokens_, at_));
      at_++;
      while (!is("endcase")) {
        skip_past(is("default") ? "default" : ":");
        if (is(":")) at_++;
        statement();
      }
      at_++;
    } else if (token().kind == Kind::Macro) {
      at_++;
      skip_group();
    } else if (is(";")) {
      at_++;
    } else if (keyword_of_declaration(token().text) || is("integer") || is("int") || is("automatic") ||
               token().text[0] == '$') {
      skip_past(";");
    } else {
      assignment("", false);
    }
  }

  bool in_reset_ = false;

  // What is assigned to, the sign, and the expression.
  void assignment(const char *sign, bool continuous) {
    const size_t from = token().begin;
    const std::string name = token().text;
    while (!is("=") && !is("<=")) {
      if (is("[") || is("{")) {
        skip_group();
      } else {
        at_++;
      }
      if (token().kind == Kind::End) throw std::runtime_error("no end of the assignment to " + name);
    }
    const std::string target = text_.substr(from, tokens_[at_ - 1].end - from);
    const bool held = is("<=") || assigned_.count(name) != 0;
    static_cast<void>(sign);
    at_++;
    const auto value = read_expression(tokens_, at_);
    if (!is(";")) throw std::runtime_error("'" + token().text + "' at " + std::to_string(token().begin) + ", not ;");
    at_++;
    if (in_reset_) {
      // A constant: what it is not, and what was there before.
      add(*value, "reset value", "~(" + source(*value) + ")");
      add(*value, "reset value", target);
    } else {
      if (target[0] == '{') {
        found_.dropped++;
      } else if (!continuous && held) {
        add(*value, "dropped assignment", target);
      } else if (source(*value).find("1'b0}}") == std::string::npos) {
        add(*value, "dropped assignment", "1'b0");
      }
      mutate(*value);
    }
    assigned_.insert(name);
  }

  // ---- Expressions
  void add(const Expression &e, const char *kind, const std::string &replacement) {
    if (replacement == source(e)) return;
    for (const Mutant &each : found_.mutants)
      if (each.begin == e.begin && each.end == e.end && each.replacement == replacement) return;
    Mutant mutant;
    mutant.begin = e.begin;
    mutant.end = e.end;
    mutant.kind = kind;
    mutant.replacement = replacement;
    found_.mutants.push_back(mutant);
  }

  bool has_signal(const Expression &e) const {
    if (e.shape == Expression::Shape::Name && signal(e.op) != nullptr) return true;
    for (const auto *list : {&e.part, &e.index})
      for (const auto &each : *list)
        if (has_signal(*each)) return true;
    return false;
  }

  void mutate_condition(const Expression &e, const char *kind) {
    if (e.shape == Expression::Shape::Number) return;
    add(e, kind, "1'b1");
    add(e, kind, "1'b0");
    mutate(e);
  }

  void mutate(const Expression &e) {
    switch (e.shape) {
      case Expression::Shape::Number:
        number(e);
        break;
      case Expression::Shape::Name:
        swap(e);
        break;
      case Expression::Shape::Unary:
        unary(e);
        break;
      case Expression::Shape::Binary:
        binary(e);
        break;
      case Expression::Shape::Choice:
        mutate_condition(*e.part[0], "condition");
        mutate(*e.part[1]);
        mutate(*e.part[2]);
        return;
      case Expression::Shape::Other:
        break;
    }
    for (const auto &part : e.part)
      mutate(*part);
    for (const auto &index : e.index)
      if (has_signal(*index)) mutate(*index);  // a constant index may have to be one
  }

  // 4'd5: 4'd6 and 4'd4. Other bases but d and b are left alone, as are zeros that only fill up.
  void number(const Expression &e) {
    const size_t tick = e.op.find('\'');
    if (tick == std::string::npos || tick == 0) {
      if (tick == 0) return;
      add(e, "constant", std::to_string(std::stoul(e.op) + 1));
      return;
    }
    const unsigned long width = std::stoul(e.op.substr(0, tick));
    const char base = e.op[tick + 1];
    const std::string digits = e.op.substr(tick + 2);
    if ((base != 'd' && base != 'b') || digits.find_first_not_of("0123456789") != std::string::npos || width > 16)
      return;
    const unsigned long value = std::stoul(digits, nullptr, base == 'd' ? 10 : 2), most = 1UL << width;
    const auto write = [&](unsigned long v) { return std::to_string(width) + "'d" + std::to_string(v % most); };
    if (width == 1) return add(e, "constant", value != 0 ? "1'b0" : "1'b1");
    add(e, "constant", write(value + 1));
    if (value != 0) add(e, "constant", write(value - 1));
  }

  // Another signal of the same width: a register or an input, so that no loop comes about.
  void swap(const Expression &e) {
    const Signal *own = signal(e.op);
    if (own == nullptr || own->array || e.op == "rst_ni" || e.op == "clk_i") return;
    const auto ends = [](const std::string &name, const char *tail) {
      return name.size() > 2 && name.compare(name.size() - 2, 2, tail) == 0;
    };
    std::vector<const Signal *> list;
    for (const Signal &each : signals_)
      if (each.name != e.op && each.range == own->range && !each.array && each.name != "clk_i" &&
          each.name != "rst_ni" && (ends(each.name, "_q") || ends(each.name, "_i")))
        list.push_back(&each);
    if (list.empty()) {
      found_.dropped++;
      return;
    }
    // The next one that is declared behind it, of the same sort if there is one.
    const Signal *best = nullptr;
    for (const Signal *each : list)
      if (each > own && (best == nullptr || (ends(each->name, "_q") == ends(e.op, "_q") && best < own))) best = each;
    if (best == nullptr) best = list.front();
    add(e, "signal swap", best->name + source(e).substr(e.op.size()));
  }

  void unary(const Expression &e) {
    if (e.op == "!" || e.op == "~") {
      add(e, "operator", "(" + source(*e.part[0]) + ")");
    } else if (e.op == "|") {
      add(e, "operator", "&" + source(*e.part[0]));
    } else if (e.op == "&") {
      add(e, "operator", "|" + source(*e.part[0]));
    }
  }

  void binary(const Expression &e) {
    static const std::map<std::string, std::vector<const char *>> table = {
        {"&&", {"||"}},     {"||", {"&&"}},      {"&", {"|"}},      {"|", {"&"}},   {"^", {"|"}},
        {"+", {"-"}},       {"-", {"+"}},        {"*", {"+"}},      {"/", {"*"}},   {"%", {"/"}},
        {"==", {"!="}},     {"!=", {"=="}},      {"<<", {">>"}},    {">>", {"<<"}}, {"<", {"<=", ">="}},
        {"<=", {"<", ">"}}, {">", {">=", "<="}}, {">=", {">", "<"}}};
    const auto found = table.find(e.op);
    if (found == table.end()) return;
    const std::string left = source(*e.part[0]), right = source(*e.part[1]);
    for (const char *op : found->second)
      add(e, "operator", left + " " + op + " " + right);
    if (e.op == "&&" || e.op == "||" || e.op == "&" || e.op == "|") {
      add(e, "operand", left);
      add(e, "operand", right);
    }
    if (e.op == "+" || e.op == "-") add(e, "operand", left);
  }
};

// The text of [begin, end) with the mutants from number `next` on that lie in it.
std::string render(const std::string &text, size_t begin, size_t end, const std::vector<Mutant> &mutants, size_t &next,
                   unsigned first, const std::string &selected) {
  std::string out;
  size_t at = begin;
  while (next < mutants.size() && mutants[next].begin < end) {
    const Mutant &site = mutants[next];
    out += text.substr(at, site.begin - at) + "(";
    while (next < mutants.size() && mutants[next].begin == site.begin && mutants[next].end == site.end) {
      out += selected + " == 32'd" + std::to_string(first + next) + " ? (" + mutants[next].replacement + ") : ";
      next++;
    }
    out += "(" + render(text, site.begin, site.end, mutants, next, first, selected) + "))";
    at = site.end;
  }
  return out + text.substr(at, end - at);
}

}  // namespace

Found find_mutants(const std::string &text) { return Finder(text).run(); }

std::string with_mutants(const std::string &text, const std::vector<Mutant> &mutants, unsigned first,
                         const std::string &selected) {
  size_t next = 0;
  return render(text, 0, text.size(), mutants, next, first, selected);
}

std::string with_one(const std::string &text, const Mutant &mutant) {
  return text.substr(0, mutant.begin) + "(" + mutant.replacement + ")" + text.substr(mutant.end);
}

}  // namespace flitlock_mutate
