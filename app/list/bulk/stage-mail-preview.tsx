import { RichText } from "#app/ui/form-view/rich-text";
import type { RichNode } from "#worker/contract/text/rich-text";

interface MailProps {
	mail: { name: string; to: string; subject: string; message: RichNode[] };
}

export const MailArticle = ({ mail: { name, to, subject, message } }: MailProps) => (
	<article aria-label="The mail" className="rounded-lg border border-line bg-panel">
		<header className="border-b border-line px-4 py-3">
			<p className="font-medium [overflow-wrap:anywhere]">{subject || "No subject"}</p>
			<p className="text-sm text-text-2 [overflow-wrap:anywhere]">
				To {name} &lt;{to}&gt;
			</p>
		</header>
		<div className="px-4 py-3.5 [overflow-wrap:anywhere]">
			{message.length === 0 ? <p className="text-text-3">No message</p> : <RichText nodes={message} />}
		</div>
	</article>
);

/** Shows a stage's email, folded away. */
export const StageMailPreview = ({ mail }: MailProps) => (
	<details className="[&>article]:mt-2">
		<summary className="w-fit cursor-pointer rounded-sm text-accent">Preview email</summary>
		<MailArticle mail={mail} />
	</details>
);
