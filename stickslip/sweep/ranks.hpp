// The processes that take part in a study, as MPI starts them: numbered from 0, each with a way to send bytes to another.
//
// The library knows this interface alone; apps/mpi carries it out with MPI, tests with the threads of one process. Each rank uses it from one
// thread only, the one that called run() or assist().
#pragma once

#include <optional>
#include <string>

namespace stickslip::sweep {

struct RankMessage {
  int from;
  std::string bytes;
};

class Ranks {
 public:
  Ranks() = default;
  virtual ~Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  Ranks(Ranks&&) = delete;
  Ranks& operator=(Ranks&&) = delete;

  virtual int rank() const noexcept = 0;  // of this process
  virtual int size() const noexcept = 0;  // how many there are

  // Returns at once; the bytes arrive whole, later, behind those that were sent to the same rank before.
  virtual void send(int to, std::string bytes) = 0;
  // The next message that has come; none where there is none yet. Messages of different ranks come in any order.
  virtual std::optional<RankMessage> receive() = 0;
};

// A process by itself.
class LoneRank final : public Ranks {
 public:
  int rank() const noexcept override { return 0; }
  int size() const noexcept override { return 1; }
  void send(int /*to*/, std::string /*bytes*/) override {}
  std::optional<RankMessage> receive() override { return {}; }
};

}  // namespace stickslip::sweep
