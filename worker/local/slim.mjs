// Makes what Remix's compiler has written smaller, one step after the other: the later ones read what the earlier have left.
await import("./slim-remix.mjs");
await import("./pack-modules.mjs");
await import("./slim-manifest.mjs");
