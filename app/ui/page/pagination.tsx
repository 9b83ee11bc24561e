import { Form, useSubmit } from "@remix-run/react";
import { useContext, useId } from "react";
import { formatNumber } from "#app/format/numbers";
import { Button, LinkButton } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { useAnnounced } from "#app/ui/focus/announce";
import { smallSelectClass } from "#app/ui/form/control-class";
import { TextLink } from "#app/ui/text-link";
import { ScriptsKnown } from "#app/ui/use-hydrated";
import { rowSizes } from "#worker/contract/page";

export interface PaginationProps {
	/** "1–50 of 5,000": `formatRange`. */
	range: string;
	previousTo?: string;
	nextTo?: string;
	/** The page from 0, and the last one, where the length of the list is known. */
	pages?: { current: number; count: number; lastTo: string };
	size: number;
	/** The list's own path, and the parameters to keep when the size changes (never the page). */
	action: string;
	keep?: readonly (readonly [name: string, value: string])[];
	sizeName?: string;
	/** The form whose ticks travel to the other pages without scripts; its address takes `turn`. */
	turnForm?: string;
}

interface StepProps {
	to?: string;
	rel: "prev" | "next";
	turnForm?: string;
	action: string;
	children: string;
}

const Step = ({ to, rel, turnForm, action, children }: StepProps) => {
	const scriptsKnown = useContext(ScriptsKnown);
	if (to === undefined)
		return (
			<span aria-disabled className={buttonClass({ size: "small" })}>
				{children}
			</span>
		);
	if (turnForm === undefined || scriptsKnown)
		return (
			<LinkButton to={to} rel={rel} size="small" preventScrollReset>
				{children}
			</LinkButton>
		);
	return (
		<>
			<LinkButton to={to} rel={rel} size="small" preventScrollReset className="noscript:hidden">
				{children}
			</LinkButton>
			<noscript>
				<Button form={turnForm} formAction={action} name="turn" value={rel} size="small">
					{children}
				</Button>
			</noscript>
		</>
	);
};

/** The footer of a list: the present rows, how many there are (§9), and links to the other pages. */
export const Pagination = ({
	range,
	previousTo,
	nextTo,
	pages,
	size,
	action,
	keep = [],
	sizeName = "size",
	turnForm,
}: PaginationProps) => {
	const submit = useSubmit();
	useAnnounced(`Rows ${range.replace("–", " to ")}`);
	const id = useId();
	const sizes = [...new Set([...rowSizes, size])].sort((a, b) => a - b);
	return (
		<nav
			aria-label="Pages"
			className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-3 py-2 text-text-2 tabular-nums print:hidden"
		>
			<span className="mr-auto">{range}</span>
			<Form method="get" action={action} preventScrollReset className="flex items-center gap-2">
				{keep.map(([name, value]) => (
					<input key={`${name} ${value}`} type="hidden" name={name} value={value} />
				))}
				<label htmlFor={id}>Rows</label>
				<select
					key={size}
					id={id}
					name={sizeName}
					defaultValue={size}
					onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
					className={smallSelectClass}
				>
					{sizes.map((option) => (
						<option key={option} value={option}>
							{option}
						</option>
					))}
				</select>
				<noscript>
					<button type="submit" className={buttonClass({ size: "small" })}>
						Show
					</button>
				</noscript>
			</Form>
			{pages && pages.count > 1 && (
				<span>
					Page {formatNumber(pages.current + 1)} of{" "}
					{pages.current + 1 < pages.count ? (
						<TextLink to={pages.lastTo} aria-label={`${formatNumber(pages.count)}, the last page`} preventScrollReset>
							{formatNumber(pages.count)}
						</TextLink>
					) : (
						formatNumber(pages.count)
					)}
				</span>
			)}
			<div className="flex gap-2 max-sm:w-full max-sm:justify-between">
				<Step to={previousTo} rel="prev" turnForm={turnForm} action={action}>
					Previous
				</Step>
				<Step to={nextTo} rel="next" turnForm={turnForm} action={action}>
					Next
				</Step>
			</div>
		</nav>
	);
};
