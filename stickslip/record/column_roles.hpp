// What each of the columns is for that a kind of mark or of shape asks for, in order: "x", "y", "low", "high".
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace stickslip::record {

class ColumnRoles {
 public:
  static constexpr std::size_t most = 8;

  template <class... Texts>
  // Tables give the roles as a list. NOLINTNEXTLINE(google-explicit-constructor)
  requires(sizeof...(Texts) <= most) constexpr ColumnRoles(Texts... roles) noexcept
      : roles_{roles...}, count_(sizeof...(roles)) {}

  constexpr std::size_t size() const noexcept { return count_; }
  constexpr const std::string_view* begin() const noexcept { return roles_.data(); }
  constexpr const std::string_view* end() const noexcept { return roles_.data() + count_; }

  // "x, y, low, high"
  std::string text() const {
    std::string list;
    for (const std::string_view role : *this) list.append(list.empty() ? "" : ", ").append(role);
    return list;
  }

 private:
  std::array<std::string_view, most> roles_;
  std::size_t count_;
};

}  // namespace stickslip::record
