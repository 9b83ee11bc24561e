import { FileSignature, Mail } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import { StageMailPreview } from "#app/list/bulk/stage-mail-preview";
import { Callout } from "#app/ui/callout";
import { Checkbox } from "#app/ui/checkbox";
import { iconProps } from "#app/ui/icon";
import type { StageMessages as Messages } from "#worker/services/stage-changes/stage-messages.contract";

export interface StageMessagesProps {
	messages: Messages;
	/** The number of recipients. */
	emails: number;
	/** True when the box was ticked in the sent form. */
	isSilent: boolean;
}

/** Shows what a stage change sends, to whom and when, and lets the user turn it off (§4). */
export const StageMessages = ({ messages, emails, isSilent }: StageMessagesProps) => {
	const { email, files, letter, fault, shown, undoWindowSeconds } = messages;
	if (!email && !letter) return <p className="text-text-2">Nobody is written to: this stage sends nothing.</p>;
	return (
		<section
			aria-label="What is sent"
			className="group/messages grid grid-cols-1 gap-2 rounded-md border border-line bg-bg px-3 py-2.5"
		>
			{email && !fault && (
				<p className="flex items-start gap-2 group-has-[[name=doNotNotify]:checked]/messages:line-through">
					<Mail {...iconProps} className="mt-0.75 shrink-0" />
					<span className="min-w-0 [overflow-wrap:anywhere]">
						{emails === 1 && shown
							? `${shown.candidate.name} <${shown.to}> is`
							: `${formatCount(emails, "applicant")} are`}{" "}
						sent the email “{email.name}” {whenOf(undoWindowSeconds)}
						{files.length > 0 && `, with ${files.join(", ")}`}
					</span>
				</p>
			)}
			{fault && (
				<Callout tone="danger" role="alert">
					{fault}. Edit the template, or turn off notifications.
				</Callout>
			)}
			{letter && (
				<p className="flex items-start gap-2">
					<FileSignature {...iconProps} className="mt-0.75 shrink-0" />
					<span className="min-w-0">
						{emails > 1 ? "Offer letters are" : "An offer letter is"} made from “{letter.name}”, and kept on the record
					</span>
				</p>
			)}
			{shown && <StageMailPreview mail={{ ...shown, name: shown.candidate.name }} />}
			{email && (
				<div className="flex items-center gap-2">
					<Checkbox id="do-not-notify" name="doNotNotify" value="on" defaultChecked={isSilent} />
					<label htmlFor="do-not-notify">Do not notify</label>
				</div>
			)}
		</section>
	);
};

const whenOf = (undoWindowSeconds: number): string =>
	undoWindowSeconds === 0 ? "at once" : `after ${formatCount(undoWindowSeconds, "second")}, in which it can be undone`;
