// The formulations of formulations.hpp into an object that exists: repeated steps of the same size allocate nothing.
//
// Sizes repeat where bodies, contacts, joints and, for phantom_inertia, the contacts that slide are as many as before. For one
// thread at a time; results do not depend on earlier calls. Where a call throws, `out` is of no use until the next one.
#pragma once

#include <memory>

#include "stickslip/formulation/formulations.hpp"

namespace stickslip::formulation {

class Formulator {
 public:
  Formulator();
  ~Formulator();
  Formulator(Formulator&&) noexcept;
  Formulator& operator=(Formulator&&) noexcept;
  Formulator(const Formulator&) = delete;
  Formulator& operator=(const Formulator&) = delete;

  void stewart_trinkle(const Bodies& bodies, const Contacts& contacts, const PyramidOptions& options,
                       const Joints& joints, Formulated& out);
  void anitescu_potra(const Bodies& bodies, const Contacts& contacts, const PyramidOptions& options,
                      const Joints& joints, Formulated& out);
  void box(const Bodies& bodies, const Contacts& contacts, const BoxOptions& options, const Joints& joints,
           const Rows<3>& previous, Formulated& out);
  void hybrid(const Bodies& bodies, const Contacts& contacts, const HybridOptions& options, const Joints& joints,
              const Rows<3>& previous, Formulated& out);
  void phantom_inertia(const Bodies& bodies, const Contacts& contacts, const PhantomInertiaOptions& options,
                       const Joints& joints, const Rows<3>& previous, Formulated& out);
  void exact_cone(const Bodies& bodies, const Contacts& contacts, const ExactConeOptions& options, const Joints& joints,
                  Formulated& out);

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace stickslip::formulation
