import { BookOpen, ListChecks, Upload } from "lucide-react";
import { createElement } from "react";
import { formatNumber } from "#app/format/numbers";
import type { RecordScreen } from "#app/records/screen";
import { CourseStatus } from "#app/routes/courses/course-status";
import type { Course } from "#worker/services/courses/contract";

/** What can be applied for (§2 Courses). */
export const courseScreen: RecordScreen<Course> = {
	kind: "course",
	path: "courses",
	title: "{Courses}",
	icon: BookOpen,
	one: "{course}",
	many: "{courses}",
	description: "What applicants can apply for. Applications choose among the active ones.",
	nameOf: ({ code, title }) => `${code} ${title}`,
	columns: () => [
		{ heading: "Code", width: 140, card: "title", sort: "code", text: ({ code }) => code },
		{ heading: "Title", card: "line", sort: "title", text: ({ title }) => title },
		{
			heading: "Part of",
			card: "line",
			muted: true,
			sort: "item",
			text: ({ administrationLevelItem }) => administrationLevelItem?.name ?? "The institution",
		},
		{
			heading: "Status",
			width: 110,
			card: "line",
			muted: true,
			cell: (course) => createElement(CourseStatus, { course }),
		},
		{
			heading: "Applicants",
			width: 130,
			numeric: true,
			card: "aside",
			sort: "applicants",
			cell: ({ applicants }) => formatNumber(applicants),
		},
	],
	fields: [
		{ name: "code", label: "Code", maxLength: 20, description: "Kept in capitals. No two share one." },
		{ name: "title", label: "Title", maxLength: 200 },
		{ as: "choice", name: "administrationLevelItemId", label: "Part of" },
		{ as: "choice", name: "status", label: "Status", initially: "active" },
	],
	search: { name: "search", placeholder: "Code or title" },
	more: [
		{ path: "uploads", label: "Uploads", icon: ListChecks, isPage: true },
		{ path: "upload", label: "Upload {courses}", icon: Upload },
	],
	filters: [
		{ name: "adminLevelItemId", label: "Part of" },
		{ name: "status", label: "Status" },
	],
	uses: ({ id, applicants, applications }, { base }) => [
		{ count: applicants, one: "applicant", to: `${base}/courses/${id}` },
		{ count: applications, one: "application that offers it", many: "applications that offer it" },
	],
};
