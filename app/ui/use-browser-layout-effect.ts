import { useEffect, useLayoutEffect } from "react";

/** A layout effect that does not warn when a page is rendered on the server, where none run. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
