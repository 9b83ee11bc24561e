import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { Download, ExternalLink } from "lucide-react";
import { readSheetSearch } from "#app/list/list-address";
import { loadLetters } from "#app/routes/letters/load-letters.server";
import { refusal } from "#app/session/refusal.server";
import { shows } from "#app/shell/shows";
import { nameOver } from "#app/shell/titled";
import { buttonClass } from "#app/ui/button-class";
import { Dialog } from "#app/ui/dialog/dialog";
import { iconProps } from "#app/ui/icon";
import { PdfFrame } from "#app/ui/pdf-frame";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
	nameOver(data?.letter.templateName ?? "Letter", matches);

export const loader = async (args: LoaderFunctionArgs) => {
	const { letters, here } = await loadLetters(args);
	const letter = letters.find(({ id }) => id === args.params.letterId);
	if (!letter) throw refusal("not_found");
	return json({ letter, here, href: `${here}/letters/${letter.id}` });
};

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** An admission letter in the large modal (§2 Offer Letter), with the label and the size that §9 fixes for it. */
const LetterPreview = () => {
	const { letter, here, href } = useLoaderData<typeof loader>();
	const [params] = useSearchParams();
	return (
		<Dialog
			title={letter.templateName}
			description="Educational information · 45.21KB"
			closeTo={`${here}/letter${readSheetSearch(params)}`}
			width={950}
			footer={
				<>
					<a href={href} target="_blank" rel="noreferrer" className={buttonClass()}>
						<ExternalLink {...iconProps} />
						Open in a new tab
					</a>
					<a href={href} download={`${letter.templateName}.pdf`} className={buttonClass({ variant: "primary" })}>
						<Download {...iconProps} />
						Download
					</a>
				</>
			}
		>
			<PdfFrame src={href} title={letter.templateName} />
		</Dialog>
	);
};
export default LetterPreview;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
