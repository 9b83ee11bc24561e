import { Link, useNavigation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { type SavedViewAnswer, SavedViewForm } from "#app/routes/saved-views/view-form-dialog";
import { Button, LinkButton } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { TextLink } from "#app/ui/text-link";
import { capitalise } from "#worker/contract/text/capitalise";

interface ShownView {
	id: string;
	name: string;
	isShared: boolean;
	/** Left out where views of the list are not pinned. */
	isPinned?: boolean;
	version: number;
}

interface ChangeViewDialogProps {
	view: ShownView;
	/** What it is called in sentences: a view by default. */
	what?: string;
	/** The page of all views. */
	all: string;
	/** What stays when the view is deleted: "Its applicants". */
	rows: string;
	/** What sharing it means; null for users who may not share. */
	sharing: string | null;
	answer: SavedViewAnswer | undefined;
}

const changeFormId = "change-view";

/** Changes a view, or asks before it is deleted. */
export const ChangeViewDialog = ({ view, what = "view", all, rows, sharing, answer }: ChangeViewDialogProps) => {
	const navigation = useNavigation();
	const [params] = useSearchParams();
	const here = `${all}/${view.id}`;
	const isPending = navigation.formAction?.startsWith(here) ?? false;
	if (params.get("question") === "delete")
		return (
			<Dialog
				title={`Delete the ${what} ${view.name}?`}
				description={`${view.isShared ? "Everybody in the office loses it. " : ""}${rows} stay.`}
				closeTo={all}
				footer={
					<>
						<LinkButton to={here} replace preventScrollReset>
							Keep it
						</LinkButton>
						<Button form={changeFormId} variant="danger" pending={isPending}>
							Delete
						</Button>
					</>
				}
			>
				<SignedInForm method="post" id={changeFormId}>
					<input type="hidden" name="intent" value="delete" />
				</SignedInForm>
			</Dialog>
		);
	return (
		<Dialog
			title={`Change ${what}`}
			closeTo={all}
			footer={
				<>
					<Link
						to="?question=delete"
						replace
						preventScrollReset
						className="mr-auto rounded-sm text-red hover:underline"
					>
						Delete…
					</Link>
					<Button form={changeFormId} variant="primary" pending={isPending}>
						Save
					</Button>
				</>
			}
		>
			<SavedViewForm id={changeFormId} answer={answer} view={view} sharing={sharing} />
		</Dialog>
	);
};

interface SaveViewDialogProps {
	/** The view in whose place the list is saved; null for a new one. */
	view: ShownView | null;
	/** What a new view begins with. */
	fresh: Omit<ShownView, "id" | "version">;
	what?: string;
	/** What is saved: the list as it is now, by default. */
	about?: string;
	/** Views that could be updated instead. */
	others: readonly Pick<ShownView, "id" | "name">[];
	/** The list, with its query text. */
	closeTo: string;
	/** Where the views are saved. */
	all: string;
	/** Returns the address of this dialog for the view to be updated. */
	replacing(id: string): string;
	sharing: string | null;
	answer: SavedViewAnswer | undefined;
	children: ReactNode;
}

const saveFormId = "save-view";

/** Saves the list as it is filtered now, as a new view or in the place of one. */
export const SaveViewDialog = ({ view, fresh, others, closeTo, all, replacing, ...props }: SaveViewDialogProps) => {
	const { what = "view", about = "the list as it is filtered and ordered now", ...form } = props;
	const navigation = useNavigation();
	return (
		<Dialog
			title={view ? `Update ${what}` : `Save ${what}`}
			description={view ? `${view.name} gets ${about}.` : `${capitalise(about)}.`}
			closeTo={closeTo}
			cancel
			footer={
				<Button form={saveFormId} variant="primary" pending={navigation.formAction?.startsWith(`${all}/`) ?? false}>
					{view ? "Update" : "Save"}
				</Button>
			}
		>
			<SavedViewForm key={view?.id} id={saveFormId} view={view ?? fresh} {...form} />
			{!view && others.length > 0 && (
				<details className="mt-4">
					<summary className="w-fit cursor-pointer rounded-sm text-accent">
						Update {what === "view" ? "a view" : `saved ${what}`} instead
					</summary>
					<ul className="mt-2 grid gap-1">
						{others.map(({ id, name }) => (
							<li key={id}>
								<TextLink to={replacing(id)} replace preventScrollReset>
									{name}
								</TextLink>
							</li>
						))}
					</ul>
				</details>
			)}
		</Dialog>
	);
};
