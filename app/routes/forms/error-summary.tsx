import { Link } from "@remix-run/react";
import { forwardRef, type SyntheticEvent } from "react";
import { Callout } from "#app/ui/callout";
import { WarningMark } from "#app/ui/marks";

interface ErrorSummaryProps {
	formErrors: readonly string[];
	/** Each with an address, or an anchor of the same page. */
	errors: readonly { to: string; label: string; texts: readonly string[] }[];
}

/** Lists the errors of a page with links to their fields; it takes the focus first. */
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
									{texts.some((text) => text.toLowerCase().includes(label.toLowerCase()))
										? texts.join(" ")
										: `${label}: ${texts.join(" ")}`}
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
		// why not a router link: a navigation, even to an anchor, discards the response with the errors.
		event.preventDefault();
		field.focus();
	};
	return (
		<a
			href={to}
			className={className}
			onClick={go}
			// why: otherwise the browser would press Enter in the field as well, and submit the form.
			onKeyDown={(event) => event.key === "Enter" && !event.ctrlKey && !event.metaKey && go(event)}
		>
			{children}
		</a>
	);
};

export const elementAt = (hash: string): HTMLElement | undefined =>
	[...document.querySelectorAll<HTMLElement>("[id]")].find(({ id }) => `#${encodeURIComponent(id)}` === hash);
