import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import { softColour } from "#app/ui/colours";
import { type Icon, iconProps } from "#app/ui/icon";

const tones = {
	info: "bg-accent-soft text-accent",
	warning: softColour.amber,
	danger: softColour.red,
	success: softColour.green,
};

export interface CalloutProps {
	tone?: keyof typeof tones;
	icon?: Icon;
	/** At the far end: a link or a small form. */
	action?: ReactNode;
	/** `alert` for an error that appeared after an action; `status` for news. */
	role?: "alert" | "status";
	className?: string;
	children: ReactNode;
}

/** A strip that says one thing about the content below it. */
export const Callout = ({ tone = "info", icon: Glyph, action, role, className, children }: CalloutProps) => (
	<div
		role={role}
		className={classNames("flex flex-wrap items-start gap-x-3 gap-y-1 rounded-md px-3 py-2", tones[tone], className)}
	>
		{Glyph && (
			<span className="mt-0.5">
				<Glyph {...iconProps} />
			</span>
		)}
		<div className="min-w-0 flex-1 basis-48">{children}</div>
		{action}
	</div>
);
