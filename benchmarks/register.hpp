// Each file of benchmarks adds its own; main calls them all.
#pragma once

namespace stickslip::benchmarks {

void register_cone();               // friction cones, cones of wrenches, and a linear program to compare with
void register_floor();              // what the hardware needs for the operations no step can do without
void register_friction();           // point laws
void register_patch_distributed();  // one bristle a cell
void register_patch_reduced();      // three bristles, limit surfaces, whole runs

}  // namespace stickslip::benchmarks
