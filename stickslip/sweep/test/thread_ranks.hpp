// Ranks that are threads of one process, with a post that may be slow.
#pragma once

#include <chrono>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "stickslip/sweep/ranks.hpp"

namespace stickslip::sweep {

// Between each two ranks messages keep their order, as MPI promises; each takes a random time of up to `slowest`, and which rank is heard
// first is left to chance.
class Post {
 public:
  explicit Post(int size, std::chrono::microseconds slowest = {}, unsigned seed = 1)
      : size_(size), slowest_(slowest), random_(seed), ways_(static_cast<std::size_t>(size * size)) {}

  int size() const { return size_; }

  void send(int from, int to, std::string bytes) {
    const std::lock_guard lock(mutex_);
    const auto delay = std::chrono::microseconds(random_() % static_cast<std::uint64_t>(slowest_.count() + 1));
    way(from, to).push_back({Clock::now() + delay, std::move(bytes)});
  }

  std::optional<RankMessage> receive(int to) {
    const std::lock_guard lock(mutex_);
    const auto first = static_cast<int>(random_() % static_cast<std::uint64_t>(size_));
    for (int i = 0; i < size_; ++i) {
      const int from = (first + i) % size_;
      auto& letters = way(from, to);
      if (letters.empty() || letters.front().due > Clock::now()) continue;
      RankMessage message{from, std::move(letters.front().bytes)};
      letters.pop_front();
      return message;
    }
    return {};
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Letter {
    Clock::time_point due;
    std::string bytes;
  };

  std::deque<Letter>& way(int from, int to) { return ways_[static_cast<std::size_t>(from * size_ + to)]; }

  const int size_;
  const std::chrono::microseconds slowest_;
  std::mutex mutex_;
  std::mt19937 random_;
  std::vector<std::deque<Letter>> ways_;
};

class ThreadRanks final : public Ranks {
 public:
  ThreadRanks(Post& post, int rank) : post_(post), rank_(rank) {}

  int rank() const noexcept override { return rank_; }
  int size() const noexcept override { return post_.size(); }
  void send(int to, std::string bytes) override { post_.send(rank_, to, std::move(bytes)); }
  std::optional<RankMessage> receive() override { return post_.receive(rank_); }

 private:
  Post& post_;
  const int rank_;
};

// Every rank in a thread of its own; throws what rank 0 threw. The others must not throw, nor leave a message unread.
inline void on_ranks(Post& post, const std::function<void(Ranks&)>& first, const std::function<void(Ranks&)>& others) {
  std::vector<std::thread> threads;
  for (int rank = 1; rank < post.size(); ++rank) {
    threads.emplace_back([&post, &others, rank] {
      ThreadRanks ranks(post, rank);
      EXPECT_NO_THROW(others(ranks)) << "rank " << rank;
    });
  }
  std::exception_ptr error;
  try {
    ThreadRanks ranks(post, 0);
    first(ranks);
  } catch (...) {
    error = std::current_exception();
  }
  for (std::thread& thread : threads) thread.join();
  for (int rank = 0; rank < post.size(); ++rank) EXPECT_FALSE(post.receive(rank)) << "for rank " << rank;
  if (error) std::rethrow_exception(error);
}

}  // namespace stickslip::sweep
