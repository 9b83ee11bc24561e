import { Link } from "@remix-run/react";
import { forwardRef, type SyntheticEvent } from "react";
import { Callout } from "#app/ui/callout";
import { WarningMark } from "#app/ui/marks";

interface ErrorSummaryProps {
	formErrors: readonly string[];
	/** Each with an address, or an anchor of the same page. */
	errors: readonly { to: string; label: string; texts: readonly string[] }[];
}

/** What is wrong with a page, each with a link to its field: the focus goes here first. */
export const ErrorSummary = forwardRef<HTMLDivElement, ErrorSummaryProps>(function ErrorSummary(
	{ formErrors, errors },
	ref,
) {
	if (formErrors.length === 0 && errors.length === 0) return null;
	return (
		<div ref={ref} role="alert" tabIndex={-1} className="mt-3 rounded-md outline-none">
			<Callout tone="danger" icon={WarningMark}>
				{formErrors.map((error) => (
					<p key={error}>{error}</p>
				))}
				{errors.length > 0 && (
					<ul className="grid gap-0.5">
						{errors.map(({ to, label, texts }) => (
							<li key={to}>
								<SummaryLink to={to}>
									{texts.some((text) => text.includes(label)) ? texts.join(" ") : `${label}: ${texts.join(" ")}`}
								</SummaryLink>
							</li>
						))}
					</ul>
				)}
			</Callout>
		</div>
	);
});

const SummaryLink = ({ to, children }: { to: string; children: string }) => {
	const className = "rounded-sm underline underline-offset-3";
	if (!to.startsWith("#")) {
		return (
			<Link to={to} className={className}>
				{children}
			</Link>
		);
	}
	const go = (event: SyntheticEvent) => {
		const field = elementAt(to);
		if (!field) return;
		// why: a step of the router, even to an anchor, forgets what the server said.
		event.preventDefault();
		field.focus();
	};
	return (
		<a
			href={to}
			className={className}
			onClick={go}
			// why: left to the browser, Enter would be pressed in the field as well, and send the form.
			onKeyDown={(event) => event.key === "Enter" && !event.ctrlKey && !event.metaKey && go(event)}
		>
			{children}
		</a>
	);
};

/** What an address's anchor names on this page. */
export const elementAt = (hash: string): HTMLElement | undefined =>
	[...document.querySelectorAll<HTMLElement>("[id]")].find(({ id }) => `#${encodeURIComponent(id)}` === hash);
