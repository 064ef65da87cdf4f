// The laws of friction: the one list of them.
//
// Whoever handles laws takes them from here: Python binds each, haptics renders those that can hold something still,
// patches take those whose bristles they can spread over an area. A law that is added here enters all of these by what it
// provides, without being named again.
#pragma once

#include <concepts>
#include <type_traits>
#include <variant>

#include "stickslip/friction/adhesion.hpp"
#include "stickslip/friction/coulomb.hpp"
#include "stickslip/friction/dahl.hpp"
#include "stickslip/friction/elasto_plastic.hpp"
#include "stickslip/friction/lugre.hpp"

namespace stickslip::friction {

using AnyLaw = std::variant<Coulomb, Dahl, LuGre, ElastoPlastic, Adhesion>;

// Velocity-driven, with bristles as memory.
template <class Law>
concept BristledLaw = VelocityLaw<Law> && std::is_same_v<typename Law::template State<1>, Bristle<1>>;

// Of the form ż = v − β a z, a = σ0 ‖v‖/g, so that a patch can have one such bristle per cell.
template <class Law>
concept SpreadableLaw = BristledLaw<Law> && requires(const Law& law) {
  { law.steady_coefficient() } -> std::convertible_to<Stribeck>;
  law.yield();
  law.parameters().sigma0;
  law.parameters().sigma1;
  law.parameters().sigma2;
};

// Whether the force depends on the path alone.
template <class Law>
constexpr bool is_rate_independent = requires {
  requires Law::is_rate_independent;
};

namespace detail {

template <class Joined, class... Lists>
struct Join {
  using Type = Joined;
};
template <class... Joined, class... More, class... Lists>
struct Join<std::variant<Joined...>, std::variant<More...>, Lists...>
    : Join<std::variant<Joined..., More...>, Lists...> {};

template <template <class> class Condition, class List>
struct Select;
template <template <class> class Condition, class... Laws>
struct Select<Condition, std::variant<Laws...>>
    : Join<std::variant<>, std::conditional_t<Condition<Laws>::value, std::variant<Laws>, std::variant<>>...> {};

}  // namespace detail

// Those of AnyLaw for which Condition<Law>::value holds, in the same order.
template <template <class> class Condition>
using LawsWith = typename detail::Select<Condition, AnyLaw>::Type;

// Calls f.template operator()<Law>() for each law of a list.
template <class List, class Function>
constexpr void for_each_law(Function f) {
  [&]<class... Laws>(std::type_identity<std::variant<Laws...>>) {
    (f.template operator()<Laws>(), ...);
  }(std::type_identity<List>{});
}

}  // namespace stickslip::friction
