// Programs of Go need bcryptprimitives.dll, which Wine has since version 8.14. This one is for older versions.
#include <windows.h>
#include <ntsecapi.h>

BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T bytes) { return RtlGenRandom(data, (ULONG)bytes); }
