// Injured Queen (UVa 10401) as one would hand it in. The samples pass, the judge says Wrong Answer.
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string board;
    while (std::cin >> board) {
        const int n = board.size();
        std::vector<long long> ways(n, 1);
        for (int column = 0; column < n; column++) {
            std::vector<long long> next(n, 0);
            for (int row = 0; row < n; row++) {
                if (board[column] != '?' && board[column] - '1' != row) continue;
                for (int before = 0; before < n; before++)
                    if (column == 0 ? before == row : std::abs(before - row) > 1) next[row] += ways[before];
            }
            ways = next;
        }
        long long count = 0;
        for (long long one : ways) count += one;
        std::cout << count << "\n";
    }
}
