import { MessageSquareText } from "lucide-react";
import { costOfSms } from "#app/format/describe-sms";
import { formatCount } from "#app/format/numbers";
import { useShell } from "#app/shell/shell-context";
import { iconProps } from "#app/ui/icon";
import type { StageMessages } from "#worker/services/stage-changes/stage-messages.contract";

interface StageSmsProps {
	name: string;
	shown: StageMessages["shownSms"];
	/** Whether the applicant that it is shown for is the only one. */
	isOne: boolean;
	/** "sent in 30 seconds unless you undo" */
	when: string;
}

/** Says which SMS a stage sends, to whom and when, with its text folded away. */
export const StageSms = ({ name, shown, isOne, when }: StageSmsProps) => {
	const { smsPrice } = useShell().organisation;
	return (
		<>
			<p className="flex items-start gap-2 group-has-[[name=doNotNotify]:checked]/messages:line-through">
				<MessageSquareText {...iconProps} className="mt-0.75 shrink-0" />
				<span className="min-w-0 [overflow-wrap:anywhere]">
					SMS “{name}” to {isOne && shown ? recipientOf(shown) : "each who has a usable number"}, {when}
				</span>
			</p>
			{shown && (
				<details>
					<summary className="w-fit cursor-pointer rounded-sm text-accent">Preview SMS</summary>
					<p className="mt-2 rounded-lg border border-line bg-panel px-4 py-3.5 [overflow-wrap:anywhere] whitespace-pre-line">
						{shown.message}
					</p>
					<p className="mt-1 text-sm text-text-2">
						{formatCount(shown.segments, "message")}
						{smsPrice && `, about ${costOfSms(shown.segments, smsPrice)}${isOne ? "" : " to each"}`}
					</p>
				</details>
			)}
		</>
	);
};

const recipientOf = ({ candidate, to }: NonNullable<StageSmsProps["shown"]>): string =>
	to === null ? `${candidate.name}, who has no usable number` : `${candidate.name} ${to}`;
