import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Upload } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { ImportList } from "#app/records/import/import-list";
import { showsRecords } from "#app/records/screen";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { courseScreen } from "#app/routes/courses/screen";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { titledInAlias } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { listCourseUploads, uploadCourses } from "#worker/services/courses/uploads.contract";

export const meta = titledInAlias("Uploads of {courses}");

export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName, api } = await requireAccess(args, listCourseUploads);
	const { searchParams } = new URL(args.request.url);
	const { page, size } = readPage(searchParams);
	const query = { page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(await api.call(listCourseUploads, { query }));
	const here = `/${orgName}/courses/uploads`;
	return json({
		imports: data,
		here,
		pages: pagesOf(here, searchParams, { page, size, total }),
		mayUpload: mayCall(user, uploadCourses),
	});
};

export const { handle, shouldRevalidate } = showsRecords(courseScreen);

/** Every list of courses that was uploaded, and its result. */
const Uploads = () => {
	const { mayUpload, ...shown } = useLoaderData<typeof loader>();
	const { inWords, context } = useScreenTexts();
	const list = `${context.base}/courses`;
	const upload = mayUpload && (
		<LinkButton to={`${list}/upload`} icon={Upload} variant="primary">
			{inWords("Upload {courses}")}
		</LinkButton>
	);
	const title = inWords("Uploads of {courses}");
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title={title}
				description="Every uploaded list and its result."
				back={{ to: list, label: inWords("{Courses}") }}
				actions={upload}
			/>
			<ImportList {...shown} label={title} emptyTitle={inWords("No uploads of {courses} yet")} emptyAction={upload} />
		</div>
	);
};
export default Uploads;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
