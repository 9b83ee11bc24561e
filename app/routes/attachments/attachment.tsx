import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { ChevronLeft, ChevronRight, Download, ExternalLink, File } from "lucide-react";
import { readSheetSearch } from "#app/list/list-address";
import { loadAttachments } from "#app/routes/attachments/load-attachments.server";
import { refusal } from "#app/session/refusal.server";
import { shows } from "#app/shell/shows";
import { nameOver } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { Dialog } from "#app/ui/dialog/dialog";
import { iconProps } from "#app/ui/icon";
import { EmptyState } from "#app/ui/page/empty-state";
import { PdfFrame } from "#app/ui/pdf-frame";
import { previewOf } from "#worker/contract/file-previews";
import { formatKilobytes } from "#worker/contract/text/printed-text";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
	nameOver(data?.file.title ?? "Attachment", matches);

export const loader = async (args: LoaderFunctionArgs) => {
	const { attachments, here, files } = await loadAttachments(args);
	const index = attachments.findIndex(({ id }) => id === args.params.attachmentId);
	const file = attachments[index];
	if (!file) throw refusal("not_found");
	const others =
		attachments.length > 1
			? { previousId: attachments.at(index - 1)?.id, nextId: attachments[(index + 1) % attachments.length]?.id }
			: null;
	return json({
		file,
		href: `${files}/${file.id}`,
		list: `${here}/attachments`,
		others,
		place: index + 1,
		count: attachments.length,
	});
};

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Shows an attached picture or PDF (§2 Attachments: preview). */
const AttachmentPreview = () => {
	const { file, href, list, others, place, count } = useLoaderData<typeof loader>();
	const [params] = useSearchParams();
	const search = readSheetSearch(params);
	return (
		<Dialog
			title={file.title}
			description={`${file.section} · ${formatKilobytes(file.size)} · ${place} of ${count}`}
			closeTo={list + search}
			width={950}
			footer={
				<>
					{others && (
						<div className="mr-auto flex gap-2">
							<LinkButton to={`${list}/${others.previousId}${search}`} icon={ChevronLeft} replace preventScrollReset>
								<span className="max-sm:sr-only">Previous</span>
							</LinkButton>
							<LinkButton
								to={`${list}/${others.nextId}${search}`}
								trailingIcon={ChevronRight}
								replace
								preventScrollReset
							>
								<span className="max-sm:sr-only">Next</span>
							</LinkButton>
						</div>
					)}
					{previewOf(file.mimetype) && (
						<a href={href} target="_blank" rel="noreferrer" className={buttonClass()}>
							<ExternalLink {...iconProps} />
							<span className="max-sm:sr-only">Open in a new tab</span>
						</a>
					)}
					<a href={href} download={file.name} className={buttonClass({ variant: "primary" })}>
						<Download {...iconProps} />
						Download
					</a>
				</>
			}
		>
			<Drawn file={file} href={href} />
		</Dialog>
	);
};
export default AttachmentPreview;

const Drawn = ({ file, href }: { file: { title: string; mimetype: string }; href: string }) => {
	switch (previewOf(file.mimetype)) {
		case "picture":
			return (
				<img
					key={href}
					src={href}
					alt={file.title}
					className="mx-auto max-h-[68dvh] min-h-40 max-w-full rounded-md bg-bg object-contain"
				/>
			);
		case "pdf":
			// why no sandbox: the file's own headers have one, and Chromium shows no PDF in a sandboxed frame.
			return <PdfFrame src={href} title={file.title} />;
		default:
			return (
				<EmptyState icon={File} title="No preview">
					This type of file can only be downloaded.
				</EmptyState>
			);
	}
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
