import { Paperclip } from "lucide-react";
import { RichText } from "#app/ui/form-view/rich-text";
import { iconProps } from "#app/ui/icon";
import type { RichNode } from "#worker/contract/text/rich-text";

interface MailProps {
	/** The name of a letter that goes with it. */
	file?: string | null | undefined;
	mail: { name: string; to: string; subject: string; message: RichNode[] };
}

/** Shows an email as one applicant gets it. */
export const MailArticle = ({ mail: { name, to, subject, message }, file }: MailProps) => (
	<article aria-label="The email" className="rounded-lg border border-line bg-panel">
		<header className="border-b border-line px-4 py-3">
			<p className="font-medium [overflow-wrap:anywhere]">{subject || "No subject"}</p>
			<p className="text-sm text-text-2 [overflow-wrap:anywhere]">
				To {name} &lt;{to}&gt;
			</p>
			{file && (
				<p className="flex items-center gap-1.5 text-sm text-text-2 [overflow-wrap:anywhere]">
					<Paperclip {...iconProps} className="shrink-0" /> {file}
				</p>
			)}
		</header>
		<div className="px-4 py-3.5 [overflow-wrap:anywhere]">
			{message.length === 0 ? <p className="text-text-3">No message</p> : <RichText nodes={message} />}
		</div>
	</article>
);

/** Shows a stage's email, folded away. */
export const StageMailPreview = ({ mail, file }: MailProps) => (
	<details className="[&>article]:mt-2">
		<summary className="w-fit cursor-pointer rounded-sm text-accent">Preview email</summary>
		<MailArticle mail={mail} file={file} />
	</details>
);
