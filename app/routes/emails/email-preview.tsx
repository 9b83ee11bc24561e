import { useEffect, useRef } from "react";
import { formatCount } from "#app/format/numbers";
import type { EmailAnswer, EmailPreview } from "#app/routes/emails/answer-email.server";
import { PreviewedPeople } from "#app/routes/emails/previewed-people";
import { Callout } from "#app/ui/callout";
import { RichText } from "#app/ui/form-view/rich-text";

interface PreviewedEmailProps {
	preview: EmailPreview;
	/** What was asked for: who is looked for, which page. */
	typed: EmailAnswer["typed"];
	/** Looks again, as the button with this intent would. */
	onLook: (intent: string) => void;
}

/** How many it goes to and who they are, and how it reads for one of them, before it goes. */
export const PreviewedEmail = ({ preview, typed, onLook }: PreviewedEmailProps) => {
	const { recipients, shown } = preview;
	const title = useRef<HTMLHeadingElement>(null);
	// why: once, as it takes the place of what was written; another applicant's mail leaves the focus where it is.
	useEffect(() => title.current?.focus(), []);
	if (!shown) return <Callout tone="warning">There is nobody to write to.</Callout>;
	return (
		<section aria-labelledby="email-preview" className="grid grid-cols-1 gap-3">
			<h3 ref={title} id="email-preview" tabIndex={-1} className="rounded-sm font-medium outline-none">
				It goes to {formatCount(recipients, "applicant")}
			</h3>
			{recipients > 1 && <PreviewedPeople preview={preview} shownFor={shown.candidate} typed={typed} onLook={onLook} />}
			<article aria-label="The mail" className="rounded-lg border border-line bg-panel">
				<header className="border-b border-line px-4 py-3">
					<p className="font-medium [overflow-wrap:anywhere]">{shown.subject || "No subject"}</p>
					<p className="text-sm text-text-2 [overflow-wrap:anywhere]">
						To {shown.candidate.name} &lt;{shown.to}&gt;
					</p>
				</header>
				<div className="min-h-40 px-4 py-3.5 [overflow-wrap:anywhere]">
					{shown.message.length === 0 ? <p className="text-text-3">No message</p> : <RichText nodes={shown.message} />}
				</div>
			</article>
		</section>
	);
};
