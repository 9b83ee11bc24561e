import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import { type Colour, softColour } from "#app/ui/colours";
import { Glyph } from "#app/ui/glyph";
import type { Icon } from "#app/ui/icon";
import { stageIcon } from "#app/ui/stage-icons";
import { describeStageType, type StageType } from "#worker/contract/stage-types";

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

export interface StageBadgeProps {
	type: StageType;
	/** The step's own name in its workflow; the type's label when left out. */
	name?: string | null;
	className?: string;
}

/** The stage of an applicant: the step's name in its type's colour and icon (§3). */
export const StageBadge = ({ type, name, className }: StageBadgeProps) => {
	const stage = describeStageType(type);
	return (
		<Badge colour={stage.colour} icon={stageIcon(stage.icon)} className={className}>
			{name || stage.label}
		</Badge>
	);
};
