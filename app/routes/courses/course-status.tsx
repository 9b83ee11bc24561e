import { useLocation, useNavigation } from "@remix-run/react";
import { History, MoreHorizontal, Power, Trash2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { may, mayAt } from "#app/session/may-call";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { Glyph } from "#app/ui/glyph";
import { iconButtonClass } from "#app/ui/icon-button";
import { Menu } from "#app/ui/menu/menu";
import type { MenuEntry } from "#app/ui/menu/menu-entry";
import type { Course } from "#worker/services/courses/contract";

type Switched = Pick<Course, "id" | "code" | "title" | "status" | "version" | "privilegesElsewhere">;

const other = { active: "disabled", disabled: "active" } as const;

/** What the other status is given by. */
const labels = { active: "Deactivate {course}", disabled: "Activate {course}" } as const;

/** The status of a course in its list: the one that is being sent, until its answer is shown. */
export const CourseStatus = ({ course: { id, status } }: { course: Pick<Course, "id" | "status"> }) => {
	const { formData } = useNavigation();
	const shown = formData?.get("id") === id ? formData.get("status") : status;
	return shown === "active" ? "Active" : "Disabled";
};

const rowForm = (id: string) => `status-${id}`;
const openForm = "status";

/** Gives a course its other status by the list's action, which returns to the list. */
const StatusForm = ({ course, id, children }: { course: Switched; id: string; children?: ReactNode }) => {
	const { orgName } = useShell();
	const { search } = useLocation();
	return (
		<SignedInForm id={id} action={`/${orgName}/courses${search}`} preventScrollReset>
			<input type="hidden" name="id" value={course.id} />
			<input type="hidden" name="version" value={course.version} />
			<input type="hidden" name="status" value={other[course.status]} />
			{children}
		</SignedInForm>
	);
};

/** The menu of a row: what can be done with a course without opening it. */
export const CourseActions = ({ course }: { course: Switched }) => {
	const { orgName, user } = useShell();
	const { search } = useLocation();
	const { inWords } = useScreenTexts();
	const { id, code, status } = course;
	const mayChange = mayAt(user, course, may.changeCourses);
	const at = (path: string) => `/${orgName}/courses/${id}/${path}${search}`;
	const entries: MenuEntry[] = [
		...(mayChange ? [{ id: "status", label: inWords(labels[status]), icon: Power, form: { id: rowForm(id) } }] : []),
		{ id: "history", label: "History", icon: History, to: at("history") },
		...(mayAt(user, course, may.deleteCourses)
			? [{ id: "delete", label: inWords("Delete {course}"), icon: Trash2, to: at("delete") }]
			: []),
	];
	return (
		<>
			<Menu
				label={`Actions for ${code}`}
				button={<Glyph icon={MoreHorizontal} />}
				buttonClassName={iconButtonClass("small", "relative z-1")}
				entries={entries}
			/>
			{mayChange && <StatusForm course={course} id={rowForm(id)} />}
		</>
	);
};

/** Says in the dialog of a course whether it is offered, and changes that. */
export const OpenCourseStatus = ({ course }: { course: Switched }) => {
	const { user } = useShell();
	const { inWords } = useScreenTexts();
	const label = inWords(labels[course.status]);
	const mayChange = mayAt(user, course, may.changeCourses);
	const commands = useMemo<Command[]>(() => (mayChange ? [commandOf(openForm, label)] : []), [mayChange, label]);
	useCommands(commands);
	if (!mayChange) return null;
	return (
		<section className="mt-5 grid gap-2.5 border-t border-line pt-4">
			<p className="text-text-2">
				{course.status === "active"
					? "Active: applications can choose it."
					: "Disabled: applications can no longer choose it."}
			</p>
			<StatusForm course={course} id={openForm}>
				<Button icon={Power}>{label}</Button>
			</StatusForm>
		</section>
	);
};

/** Adds the command of each course of a list that the user can switch, by its code or title. */
export const useStatusCommands = (courses: readonly Switched[]): void => {
	const { user } = useShell();
	const { inWords } = useScreenTexts();
	const [deactivate, activate] = [inWords(labels.active), inWords(labels.disabled)];
	const commands = useMemo(
		() =>
			courses
				.filter((course) => mayAt(user, course, may.changeCourses))
				.map(({ id, code, title, status }): Command => {
					const label = status === "active" ? deactivate : activate;
					return { ...commandOf(rowForm(id), `${label}: ${code} ${title}`), isSearchedOnly: true };
				}),
		[courses, user, deactivate, activate],
	);
	useCommands(commands);
};

const commandOf = (formId: string, title: string): Command => ({
	id: `course-${formId}`,
	title,
	group: "List",
	icon: Power,
	keywords: "status offer enable disable",
	calls: may.changeCourses,
	run: () => {
		const form = document.getElementById(formId);
		if (form instanceof HTMLFormElement) form.requestSubmit();
	},
});
