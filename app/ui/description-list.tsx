import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { missing } from "#worker/contract/text/missing";

/** Names and values: two columns where there is room, one on a narrow screen. */
export const DescriptionList = ({ children, columns = 2 }: { children: ReactNode; columns?: 1 | 2 }) => (
	<dl className={classNames("grid grid-cols-1 gap-x-7", columns === 2 && "md:grid-cols-2")}>{children}</dl>
);

export interface DescriptionItemProps {
	label: ReactNode;
	/** The value; '--/--' when it is missing (§8). */
	children?: ReactNode;
	/** The value before the change, struck through next to the new one. */
	previous?: ReactNode;
	/** Below the value: who changed it, and when. */
	note?: ReactNode;
	/** Across both columns: a long text, a table. */
	wide?: boolean;
	/** Below its name instead of beside it on a narrow screen: paragraphs, a table. */
	stacks?: boolean;
}

export const DescriptionItem = (props: DescriptionItemProps) => {
	const { label, children, previous, note, wide = false, stacks = false } = props;
	const isMissing = children === undefined || children === null || children === "";
	return (
		<div className={classNames("described", wide && "md:col-span-2", stacks && "max-sm:grid-cols-1 max-sm:gap-1")}>
			<dt>{label}</dt>
			<dd>
				{previous !== undefined && (
					<del className="mr-1.5 text-red">
						<VisuallyHidden>was </VisuallyHidden>
						{previous}
					</del>
				)}
				{previous !== undefined ? (
					<ins className="text-green no-underline">
						<VisuallyHidden>now </VisuallyHidden>
						{isMissing ? missing : children}
					</ins>
				) : isMissing ? (
					<span className="text-text-3">{missing}</span>
				) : (
					children
				)}
				{note !== undefined && <p className="text-sm text-text-3">{note}</p>}
			</dd>
		</div>
	);
};
