// SPDX-License-Identifier: Apache-2.0
#include "mutate/expression.h"

#include <map>
#include <stdexcept>

namespace flitlock_mutate {
namespace {

// How tightly a binary operator binds.
int strength(const std::string &op) {
  static const std::map<std::string, int> table = {
      {"||", 1},  {"&&", 2},  {"|", 3}, {"^", 4},  {"~^", 4}, {"&", 5},  {"==", 6}, {"!=", 6},
      {"===", 6}, {"!==", 6}, {"<", 7}, {"<=", 7}, {">", 7},  {">=", 7}, {"<<", 8}, {">>", 8},
      {"<<<", 8}, {">>>", 8}, {"+", 9}, {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}, {"**", 11}};
  const auto found = table.find(op);
  return found == table.end() ? 0 : found->second;
}

class Reader {
 public:
  Reader(const std::vector<Token> &tokens, size_t &at) : tokens_(tokens), at_(at) {}

  std::unique_ptr<Expression> choice() {
    auto condition = binary(1);
    if (!is("?")) return condition;
    auto made = make(Expression::Shape::Choice, condition->begin);
    made->part.push_back(std::move(condition));
    at_++;
    made->part.push_back(choice());
    expect(":");
    made->part.push_back(choice());
    return end(std::move(made));
  }

 private:
  const std::vector<Token> &tokens_;
  size_t &at_;

  bool is(const char *text) const { return tokens_[at_].text == text && tokens_[at_].kind == Kind::Operator; }

  void expect(const char *text) {
    if (!is(text))
      throw std::runtime_error("'" + tokens_[at_].text + "' at " + std::to_string(tokens_[at_].begin) + ", not " +
                               text);
    at_++;
  }

  std::unique_ptr<Expression> make(Expression::Shape shape, size_t begin) const {
    auto made = std::make_unique<Expression>();
    made->shape = shape;
    made->begin = begin;
    return made;
  }

  std::unique_ptr<Expression> end(std::unique_ptr<Expression> made) const {
    made->end = tokens_[at_ - 1].end;
    return made;
  }

  std::unique_ptr<Expression> binary(int least) {
    auto left = unary();
    for (;;) {
      const Token &token = tokens_[at_];
      const int binds = token.kind == Kind::Operator ? strength(token.text) : 0;
      if (binds == 0 || binds < least) return left;
      auto made = make(Expression::Shape::Binary, left->begin);
      made->op = token.text;
      made->op_begin = token.begin;
      made->op_end = token.end;
      at_++;
      made->part.push_back(std::move(left));
      made->part.push_back(binary(binds + 1));
      left = end(std::move(made));
    }
  }

  std::unique_ptr<Expression> unary() {
    const Token &token = tokens_[at_];
    for (const char *op : {"!", "~", "&", "|", "^", "-", "+", "~|", "~&", "~^"})
      if (is(op)) {
        auto made = make(Expression::Shape::Unary, token.begin);
        made->op = op;
        made->op_begin = token.begin;
        made->op_end = token.end;
        at_++;
        made->part.push_back(unary());
        return end(std::move(made));
      }
    return primary();
  }

  std::unique_ptr<Expression> primary() {
    const Token &token = tokens_[at_];
    if (token.kind == Kind::Number) {
      auto made = make(Expression::Shape::Number, token.begin);
      made->op = token.text;
      at_++;
      return end(std::move(made));
    }
    if (token.kind == Kind::Name) return name();
    auto made = make(Expression::Shape::Other, token.begin);
    if (is("(")) {
      at_++;
      made->part.push_back(choice());
      expect(")");
    } else {
      braces(*made);
    }
    selects(*made);
    return end(std::move(made));
  }

  void braces(Expression &made) {
    expect("{");
    auto first = choice();
    if (is("{")) {  // the count of a replication is constant
      braces(made);
    } else {
      made.part.push_back(std::move(first));
      while (is(",")) {
        at_++;
        made.part.push_back(choice());
      }
    }
    expect("}");
  }

  void selects(Expression &made) {
    while (is("[")) {
      at_++;
      auto index = choice();
      bool constant = false;
      if (is(":")) {  // bounds
        constant = true;
        at_++;
        choice();
      } else if (is("+:") || is("-:")) {  // an index and a width
        at_++;
        choice();
      }
      expect("]");
      if (!constant) made.index.push_back(std::move(index));
    }
  }

  std::unique_ptr<Expression> name() {
    auto made = make(Expression::Shape::Name, tokens_[at_].begin);
    made->op = tokens_[at_++].text;
    if (is("(")) {  // a call
      made->shape = Expression::Shape::Other;
      at_++;
      while (!is(")")) {
        made->part.push_back(choice());
        if (is(",")) at_++;
      }
      at_++;
    }
    if (is("'")) {  // a cast
      at_++;
      made->shape = Expression::Shape::Other;
      expect("(");
      made->part.push_back(choice());
      expect(")");
    }
    selects(*made);
    while (is(".")) {  // through a hierarchy: its indices are constant
      at_++;
      made->index.clear();
      made->op += "." + tokens_[at_++].text;
      selects(*made);
    }
    return end(std::move(made));
  }
};

}  // namespace

std::unique_ptr<Expression> read_expression(const std::vector<Token> &tokens, size_t &at) {
  return Reader(tokens, at).choice();
}

}  // namespace flitlock_mutate
