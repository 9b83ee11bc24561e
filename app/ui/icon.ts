import type { LucideIcon } from "lucide-react";

/** An icon of the one set, passed as a component: `icon={Download}`. */
export type Icon = LucideIcon;

/** The line of every 16 px icon. */
export const iconProps = { "aria-hidden": true, size: 16, strokeWidth: 1.75, className: "shrink-0" } as const;
