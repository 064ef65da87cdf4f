#include "standard_streams.hpp"

#include <cstdio>
#include <stdexcept>

namespace stickslip::cli {

namespace {

bool is_silent = false;  // changed before there are threads

}  // namespace

void silence() noexcept {
  is_silent = true;
}

void print(std::string_view text) noexcept {
  if (is_silent) return;
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void require_printed() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw std::runtime_error("cannot write to standard output");
}

void complain(std::string_view text) noexcept {
  if (is_silent) return;
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace stickslip::cli
