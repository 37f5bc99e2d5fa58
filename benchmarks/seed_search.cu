// The loop of seed_search.py on a GPU.
//
// nvcc -O3 -arch=native -o seed_search seed_search.cu && ./seed_search
#include <chrono>
#include <cstdint>
#include <cstdio>

const int threads = 1 << 20, each = 1 << 16, rounds = 5;

__global__ void tried(uint64_t *founds, int count, uint64_t cards) {
    const uint64_t place = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x;
    uint64_t word = place << 40, found = 0;
    for (int i = 0; i < count; i++) {
        word++;
        uint64_t x = word ^ (word >> 31) ^ (word >> 62);
        x *= 0x319642b2d24d8ec3ULL;
        x ^= (x >> 27) ^ (x >> 54);
        x *= 0x96de1b173f119089ULL;
        x = (x ^ (x >> 30) ^ (x >> 60)) + 0x9e3779b97f4a7c15ULL;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
        x ^= x >> 31;
        found += ((x & 0xffffffffULL) * cards >> 32) == 0 && ((x >> 32) * cards >> 32) == 0;
    }
    founds[place] = found;
}

int main() {
    uint64_t *founds;
    cudaMalloc(&founds, threads * sizeof(uint64_t));
    for (int round = 0; round < rounds; round++) {
        const auto started = std::chrono::steady_clock::now();
        tried<<<threads / 256, 256>>>(founds, each, 30);
        cudaDeviceSynchronize();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
        printf("%.3g words per second\n", (double)threads * each / taken.count());
    }
}
