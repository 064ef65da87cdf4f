// What a Workspace holds: the solvers of each kind, made when they are first used. The two halves know nothing of each other.
#pragma once

#include <memory>

#include "stickslip/solvers/workspace.hpp"

namespace stickslip::solvers {

namespace detail {
struct DenseSolvers;  // workspace.cpp
struct ConeSolvers;   // workspace_cone.cpp
}  // namespace detail

// shared_ptr, because it can be destroyed where the solvers are not known.
struct Workspace::Solvers {
  std::shared_ptr<detail::DenseSolvers> dense;
  std::shared_ptr<detail::ConeSolvers> cone;
};

}  // namespace stickslip::solvers
