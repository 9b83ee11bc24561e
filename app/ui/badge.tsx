import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import { type Colour, softColour } from "#app/ui/colours";
import { type Icon, iconProps } from "#app/ui/icon";
import { stageIcon } from "#app/ui/stage-icons";
import { describeStageType, type StageType } from "#worker/contract/stage-types";

export interface BadgeProps {
	colour?: Colour;
	icon?: Icon;
	className?: string;
	children: ReactNode;
}

/** A word on a coloured ground. In a selected row it gains a line, so that it stays visible. */
export const Badge = ({ colour = "slate", icon: Glyph, className, children }: BadgeProps) => (
	<span
		className={classNames(
			"inline-flex h-5.5 max-w-full items-center gap-1.5 rounded-md px-2 text-sm font-medium whitespace-nowrap in-[[data-selected]]:inset-ring in-[[data-selected]]:inset-ring-line-2",
			softColour[colour],
			className,
		)}
	>
		{Glyph && <Glyph {...iconProps} size={12} strokeWidth={2.25} />}
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
