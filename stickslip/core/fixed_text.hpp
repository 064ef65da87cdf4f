// Text that is put together while the program is compiled, so that constants can hold it and nothing is allocated.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace stickslip {

class FixedText {
 public:
  constexpr const char* c_str() const noexcept { return text_; }

  // Text that does not fit, and a number that has no short form, end in abort: in a constant that is an error of the
  // compiler.
  constexpr FixedText& add(const char* more) {
    while (*more != '\0') add(*more++);
    return *this;
  }
  // 3, -250, 1e8, 1.5e-3: whole numbers below a million, and else up to four digits with an exponent.
  constexpr FixedText& add(double number) {
    if (!(number > -1e300 && number < 1e300)) std::abort();
    if (number < 0.0) return add('-').add(-number);
    if (number < 1e6 && number == static_cast<double>(static_cast<long>(number))) return add(static_cast<long>(number));
    int exponent = 0;
    double mantissa = number;
    for (; mantissa >= 10.0; ++exponent) mantissa /= 10.0;
    for (; mantissa < 1.0; --exponent) mantissa *= 10.0;
    // std::lround is no constant. NOLINTNEXTLINE(bugprone-incorrect-roundings)
    long digits = static_cast<long>(mantissa * 1000.0 + 0.5);
    if (const double error = mantissa * 1000.0 - static_cast<double>(digits); error > 1e-9 || error < -1e-9) {
      std::abort();
    }
    if (digits == 10000) digits = 1000, ++exponent;  // 9.9999… of rounding
    add(digits / 1000);
    if (digits % 1000 != 0) add('.').add_fraction(digits % 1000);
    return add('e').add(static_cast<double>(exponent));
  }

 private:
  constexpr FixedText& add(char letter) {
    if (size_ + 1 >= sizeof text_) std::abort();
    text_[size_++] = letter;
    return *this;
  }
  constexpr FixedText& add(long whole) {
    if (whole >= 10) add(whole / 10);
    return add(static_cast<char>('0' + whole % 10));
  }
  // Thousandths, without zeros at the end.
  constexpr void add_fraction(long thousandths) {
    for (long place = 100; thousandths > 0; thousandths %= place, place /= 10) add(thousandths / place);
  }

  char text_[96] = {};
  std::size_t size_ = 0;
};

}  // namespace stickslip
