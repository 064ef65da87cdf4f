// A parameter of a struct, described once: name, member, unit, range and meaning.
//
// A struct whose values a user chooses has a function fields() that returns its table:
//
//   struct Parameters {
//     double sigma0 = required;
//     double gamma = 2.0;
//
//     static constexpr auto fields() {
//       return std::tuple{Field{"sigma0", &Parameters::sigma0, "1/m", positive, "bristle stiffness"},
//                         Field{"gamma", &Parameters::gamma, "1", positive, "Stribeck exponent"}};
//     }
//   };
//
// Checks and their messages, Python's arguments, docstrings and stubs are made from the table; nothing else spells it out
// again. The default is the member's own initialiser; a member without one is `required`.
// Members are numbers (double, int), switches (bool), values of an enum, which core/names.hpp names, and optional
// numbers, whose meaning says what holds where none is given. Tables are constants: nothing here allocates or throws.
#pragma once

#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>

#include "stickslip/core/error.hpp"
#include "stickslip/core/fixed_text.hpp"

namespace stickslip {

// The initial value of a member that a user must set: no range contains it.
inline constexpr double required = std::numeric_limits<double>::quiet_NaN();

// From low to high. An infinite end that is included lets the value be infinite.
struct Range {
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  double low = -infinity;
  double high = infinity;
  bool low_included = false;
  bool high_included = false;

  constexpr bool contains(double value) const noexcept {
    const bool above = low_included ? value >= low : is_positive() ? value >= smallest_positive : value > low;
    return above && (high_included ? value <= high : value < high);
  }
  // Whether it begins above zero.
  constexpr bool is_positive() const noexcept { return low == 0.0 && !low_included; }
};

inline constexpr Range any_finite{};
inline constexpr Range positive{.low = 0.0};
inline constexpr Range positive_or_infinite{.low = 0.0, .high_included = true};
inline constexpr Range not_negative{.low = 0.0, .low_included = true};
constexpr Range at_least(double low) noexcept {
  return {.low = low, .low_included = true};
}
constexpr Range at_most(double high) noexcept {
  return {.high = high, .high_included = true};
}
// Both ends left out.
constexpr Range between(double low, double high) noexcept {
  return {.low = low, .high = high};
}

// The lower end of a range that is another member of the same struct.
template <class Struct, class Number>
struct Member {
  const char* name;
  Number Struct::*member;
};
// Of compilers' own accord only with P1816, which clang has from 17 on.
template <class Struct, class Number>
Member(const char*, Number Struct::*) -> Member<Struct, Number>;

namespace detail {

template <class Value>
struct NumberOf {
  using Type = Value;
};
template <class Number>
struct NumberOf<std::optional<Number>> {
  using Type = Number;
};

constexpr bool has_unit(const char* unit) noexcept {
  return !(unit[0] == '1' && unit[1] == '\0');
}

enum class Spelling {
  message,
  documentation
};  // ">= 0" in messages, which may meet any terminal; "≥ 0" in documentation

constexpr FixedText& add_range(FixedText& text, const Range& range, Spelling spelling) {
  const bool plain = spelling == Spelling::message;
  const bool has_low = range.low != -Range::infinity, has_high = range.high != Range::infinity;
  const char* at_least = plain ? ">= " : "≥ ";
  const char* at_most = plain ? "<= " : "≤ ";
  if (has_low) text.add(range.low_included ? at_least : "> ").add(range.low);
  if (has_high) text.add(has_low ? " and " : "").add(range.high_included ? at_most : "< ").add(range.high);
  if (range.high_included && !has_high) text.add(", infinite allowed");
  return text;
}

constexpr bool must_say_finite(const Range& range) noexcept {
  return (range.low == -Range::infinity && !range.low_included) ||
         (range.high == Range::infinity && !range.high_included);
}

}  // namespace detail

template <class Struct, class Value>
class Field {
 public:
  using Number = typename detail::NumberOf<Value>::Type;
  static constexpr bool is_number = !std::is_same_v<Value, bool> && !std::is_enum_v<Value>;

  // unit: "1" for a pure number.
  // note: what is to be said after the range, such as what None stands for.
  constexpr Field(const char* name, Value Struct::*member, const char* unit, const Range& range, const char* meaning,
                  const char* note = "")
      : name_(name), member_(member), unit_(unit), meaning_(meaning), note_(note), range_(range) {
    const bool says_finite = !std::is_integral_v<Number> && detail::must_say_finite(range),
               is_bounded = range.low != -Range::infinity || range.high != Range::infinity;
    rule_.add(says_finite ? (is_bounded ? "must be finite and " : "must be finite") : "must be ");
    detail::add_range(rule_, range, detail::Spelling::message);
    if (detail::has_unit(unit)) rule_.add(" [").add(unit).add("]");
    detail::add_range(range_text_, range, detail::Spelling::documentation);
  }
  // Finite and at least as large as another member.
  constexpr Field(const char* name, Value Struct::*member, const char* unit, const Member<Struct, Number>& low,
                  const char* meaning, const char* note = "")
      : name_(name), member_(member), unit_(unit), meaning_(meaning), note_(note), low_(low) {
    rule_.add("must be finite");
    if (detail::has_unit(unit)) rule_.add(" [").add(unit).add("]");
    rule_.add(" and at least ").add(low.name);
    range_text_.add("≥ ").add(low.name);
  }
  // A switch or a value of an enum.
  constexpr Field(const char* name, Value Struct::*member, const char* meaning)
      : name_(name), member_(member), unit_("1"), meaning_(meaning) {
    static_assert(!is_number, "a number has a unit and a range");
  }

  constexpr const char* name() const noexcept { return name_; }
  constexpr const char* unit() const noexcept { return unit_; }
  constexpr const char* meaning() const noexcept { return meaning_; }
  constexpr const char* note() const noexcept { return note_; }
  constexpr const Range& range() const noexcept { return range_; }
  // "> 0", "≥ mu_c"; empty where any finite number, or any value of the enum, will do.
  constexpr const char* range_text() const noexcept { return range_text_.c_str(); }

  constexpr Value& of(Struct& values) const noexcept { return values.*member_; }
  constexpr const Value& of(const Struct& values) const noexcept { return values.*member_; }
  // Whether a user must give it.
  constexpr bool is_required() const noexcept {
    if constexpr (std::is_floating_point_v<Value>) {
      return !(of(Struct{}) <= Range::infinity);  // not a number
    }
    return false;
  }

  constexpr std::optional<Violation> check(const Struct& values) const noexcept {
    if constexpr (!is_number) {
      return {};
    } else {
      const std::optional<Number> given = of(values);
      if (!given) return {};
      const auto value = static_cast<double>(*given);
      if (low_.member == nullptr) {
        if (range_.contains(value)) return {};
        return range_.is_positive() ? not_positive(name_, value, rule_.c_str())
                                    : Violation{name_, value, rule_.c_str()};
      }
      const auto low = static_cast<double>(values.*low_.member);
      if (any_finite.contains(value) && value >= low) return {};
      return Violation{name_, value, rule_.c_str(), low};
    }
  }

 private:
  const char* name_;
  Value Struct::*member_;
  const char* unit_;
  const char* meaning_;
  const char* note_ = "";
  Range range_{};
  Member<Struct, Number> low_{nullptr, nullptr};
  FixedText rule_{};  // "must be finite and > 0 [1/m]"
  FixedText range_text_{};
};

// The table of a struct, as one constant: the texts in it may be pointed to.
template <class Struct>
inline constexpr auto fields_of = Struct::fields();

// Calls f(field) for each field of a struct, in the order of its table.
template <class Struct, class Function>
constexpr void for_each_field(Function f) {
  std::apply([&](const auto&... field) { (f(field), ...); }, fields_of<Struct>);
}

// The first field that is out of its range.
template <class Struct>
constexpr std::optional<Violation> check_fields(const Struct& values) noexcept {
  std::optional<Violation> bad;
  for_each_field<Struct>([&](const auto& field) {
    if (!bad) bad = field.check(values);
  });
  return bad;
}

}  // namespace stickslip
