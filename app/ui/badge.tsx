import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import { type Colour, softColour } from "#app/ui/colours";
import { Glyph } from "#app/ui/glyph";
import type { Icon } from "#app/ui/icon";

export interface BadgeProps {
	colour?: Colour;
	icon?: Icon;
	className?: string;
	children: ReactNode;
}

/** A word on a coloured ground. In a selected row it gains a line, so that it stays visible. */
export const Badge = ({ colour = "slate", icon, className, children }: BadgeProps) => (
	<span className={classNames("badge", softColour[colour], className)}>
		{icon && <Glyph icon={icon} className="icon-small" />}
		<span className="truncate">{children}</span>
	</span>
);
