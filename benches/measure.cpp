// Runs two commands in turns, so that both meet the same disturbances, and prints of each the best time in seconds, the
// greatest peak of memory in kilobytes, and what it wrote last. Build: g++ -O2 -std=c++17
// measure ROUNDS COMMAND… [::: COMMAND…]; a status other than 0 and 3 is an error.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
using namespace std;

struct Command {
  vector<char*> words;
  double seconds = 1e30;
  long kilobytes = 0;
  string out;
};

static bool run(Command& command) {
  int ends[2];
  if (pipe(ends)) return false;
  auto begin = chrono::steady_clock::now();
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 1);
    dup2(open("/dev/null", O_RDONLY), 0);
    close(ends[0]);
    execvp(command.words[0], command.words.data());
    _exit(127);
  }
  close(ends[1]);
  string out;
  char bytes[65536];
  for (ssize_t n; (n = read(ends[0], bytes, sizeof bytes)) > 0;) out.append(bytes, n);
  close(ends[0]);
  int status;
  rusage usage;
  wait4(child, &status, 0, &usage);
  double seconds = chrono::duration<double>(chrono::steady_clock::now() - begin).count();
  command.seconds = min(command.seconds, seconds);
  command.kilobytes = max(command.kilobytes, usage.ru_maxrss);
  while (!out.empty() && out.back() == '\n') out.pop_back();
  command.out = out.substr(out.find_last_of('\n') + 1);
  return WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 3);
}

int main(int argc, char** argv) {
  vector<Command> commands(1);
  for (int at = 2; at < argc; at++) {
    if (strcmp(argv[at], ":::") == 0) commands.emplace_back();
    else commands.back().words.push_back(argv[at]);
  }
  for (auto& command : commands) command.words.push_back(nullptr);
  for (int round = 0; round < atoi(argv[1]); round++)
    for (auto& command : commands)
      if (!run(command)) return fprintf(stderr, "%s failed\n", command.words[0]), 1;
  for (auto& command : commands)
    printf("%.4f\t%ld\t%s\n", command.seconds, command.kilobytes, command.out.c_str());
}
