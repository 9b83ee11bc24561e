// Makes what Remix's compiler has written smaller, one step after the other: the later ones read what the earlier have left.
// The last one adds the service worker, which names the files that are left.
await import("./slim-remix.mjs");
await import("./slim-static-router.mjs");
await import("./split-icons.mjs");
await import("./pack-modules.mjs");
await import("./slim-manifest.mjs");
await import("./add-service-worker.mjs");
