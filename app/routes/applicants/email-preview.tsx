import { useEffect, useRef } from "react";
import { formatCount } from "#app/format/numbers";
import type { EmailPreview } from "#app/routes/applicants/answer-email.server";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { SelectField } from "#app/ui/form/select-field";
import { RichText } from "#app/ui/rich-text";
import { useHydrated } from "#app/ui/use-hydrated";

interface PreviewedEmailProps {
	preview: EmailPreview;
	/** Shows it for whoever was chosen. */
	onChosen: () => void;
}

/** How many it goes to, and how it reads for one of them, before it goes. */
export const PreviewedEmail = ({ preview, onChosen }: PreviewedEmailProps) => {
	const { recipients, shown, people } = preview;
	const hydrated = useHydrated();
	const title = useRef<HTMLHeadingElement>(null);
	// why: once, as it takes the place of what was written; another applicant's mail leaves the focus where it is.
	useEffect(() => title.current?.focus(), []);
	if (!shown) return <Callout tone="warning">There is nobody to write to.</Callout>;
	return (
		<section aria-labelledby="email-preview" className="grid grid-cols-1 gap-3">
			<h3 ref={title} id="email-preview" tabIndex={-1} className="rounded-sm font-medium outline-none">
				It goes to {formatCount(recipients, "applicant")}
			</h3>
			{people.length > 1 && (
				<div className="flex items-end gap-2">
					<SelectField
						name="shownFor"
						label="Shown as it goes to"
						defaultValue={shown.candidate.id}
						onChange={onChosen}
						className="max-w-100 flex-1"
						options={people.map(({ id, name }) => ({ value: id, label: name }))}
					/>
					{!hydrated && (
						<Button name="intent" value="preview" className="h-9!">
							Show
						</Button>
					)}
				</div>
			)}
			<article aria-label="The mail" className="rounded-lg border border-line bg-panel">
				<header className="border-b border-line px-4 py-3">
					<p className="font-medium [overflow-wrap:anywhere]">{shown.subject || "No subject"}</p>
					<p className="text-sm text-text-2 [overflow-wrap:anywhere]">
						To {shown.candidate.name} &lt;{shown.to}&gt;
					</p>
				</header>
				<div className="min-h-40 px-4 py-3.5 [overflow-wrap:anywhere]">
					{shown.message === "" ? <p className="text-text-3">No message</p> : <RichText html={shown.message} />}
				</div>
			</article>
		</section>
	);
};
