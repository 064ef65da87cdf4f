#include "stickslip/record/file_error.hpp"

#include <string_view>

namespace stickslip::record {

std::string reason_of(const std::filesystem::filesystem_error& error) {
  const std::string reason = error.code().message();
  // The text that the error was made with, without what the class puts around it.
  std::string what = error.std::system_error::what();
  const std::string end = ": " + reason;
  if (std::string_view(what).ends_with(end)) what.resize(what.size() - end.size());
  // The standard library gives some errors the bare name of its function, as "status", which says nothing to a user.
  if (what.find(' ') == std::string::npos) what.clear();
  if (error.path1().empty()) return what.empty() ? reason : what + end;
  return (what.empty() ? "" : what + " ") + error.path1().string() + end;
}

}  // namespace stickslip::record
