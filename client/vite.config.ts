import { defineConfig } from "vitest/config";

// GALLERY=1 builds the positions for pictures instead of the client.
const isGallery = process.env["GALLERY"] !== undefined;

export default defineConfig({
  build: {
    outDir: isGallery ? "dist" : "../src/duelhall_web/static",
    emptyOutDir: true,
    target: ["chrome123", "firefox121", "safari17.5"], // light-dark() is theirs
    assetsInlineLimit: 0, // the content policy allows nothing inline
    modulePreload: { polyfill: false },
    rollupOptions: { input: isGallery ? "gallery.html" : "index.html" },
  },
  test: { isolate: false, include: ["tests/**/*.test.{ts,tsx}"] },
});
