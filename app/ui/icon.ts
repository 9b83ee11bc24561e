import type { ReactNode } from "react";

export interface IconProps {
	size?: number;
	strokeWidth?: number;
	className?: string;
	"aria-hidden"?: boolean;
}

/** An icon of the one set, passed as a component: `icon={Download}`. */
export type Icon = (props: IconProps) => ReactNode;

/** The line of every 16 px icon. */
export const iconProps = { "aria-hidden": true, size: 16, strokeWidth: 1.75, className: "shrink-0" } as const;
