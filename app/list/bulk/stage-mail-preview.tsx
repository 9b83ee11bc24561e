import { RichText } from "#app/ui/form-view/rich-text";
import type { RichNode } from "#worker/contract/text/rich-text";

interface StageMailPreviewProps {
	shown: { name: string; to: string; subject: string; message: RichNode[] };
}

/** Shows a stage's email as one of its recipients gets it. */
export const StageMailPreview = ({ shown }: StageMailPreviewProps) => (
	<details>
		<summary className="w-fit cursor-pointer rounded-sm text-accent">How the email reads</summary>
		<article aria-label="The mail" className="mt-2 rounded-lg border border-line bg-panel">
			<header className="border-b border-line px-4 py-3">
				<p className="font-medium [overflow-wrap:anywhere]">{shown.subject}</p>
				<p className="text-sm text-text-2 [overflow-wrap:anywhere]">
					To {shown.name} &lt;{shown.to}&gt;
				</p>
			</header>
			<div className="px-4 py-3.5 [overflow-wrap:anywhere]">
				<RichText nodes={shown.message} />
			</div>
		</article>
	</details>
);
