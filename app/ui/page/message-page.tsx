import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import type { Icon } from "#app/ui/icon";

export interface MessagePageProps {
	icon: Icon;
	title: string;
	/** A status, small, above the title. */
	status?: number;
	tone?: "neutral" | "danger" | "success";
	/** What happened, and what to do about it. */
	children?: ReactNode;
	action?: ReactNode;
	/** Below, for support. */
	note?: ReactNode;
	/** A part of a page that has a heading of its own. */
	isPart?: boolean;
	/** False inside a frame that has a main landmark of its own. */
	isWholePage?: boolean;
}

const tones = { neutral: "bg-hover text-text-2", danger: "bg-red-b text-red", success: "bg-green-b text-green" };

/** A page that says one thing and offers the next step. */
export const MessagePage = ({
	icon: Glyph,
	title,
	status,
	tone = "neutral",
	children,
	action,
	note,
	isPart = false,
	isWholePage = true,
}: MessagePageProps) => {
	const Heading = isPart ? "h2" : "h1";
	const Element = isWholePage ? "main" : "div";
	return (
		<Element
			id={isWholePage ? "main" : undefined}
			className={classNames(
				"mx-auto flex max-w-md flex-col items-center justify-center px-6 py-16 text-center",
				isWholePage ? "min-h-dvh" : "min-h-[60vh]",
			)}
		>
			<span aria-hidden className={classNames("mb-5 grid size-12 place-items-center rounded-xl", tones[tone])}>
				<Glyph size={22} strokeWidth={1.5} />
			</span>
			{status !== undefined && <p className="text-sm font-medium text-text-3 tabular-nums">{status}</p>}
			<Heading className="text-xl">{title}</Heading>
			{children && <div className="mt-1.5 text-balance text-text-2">{children}</div>}
			{action && <div className="mt-6 flex flex-wrap justify-center gap-2.5">{action}</div>}
			{note && <p className="mt-8 text-sm text-balance [overflow-wrap:anywhere] text-text-3">{note}</p>}
		</Element>
	);
};
