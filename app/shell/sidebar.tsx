import { useLocation } from "@remix-run/react";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { Fragment } from "react";
import { may, mayCall } from "#app/session/may-call";
import { isWithin, type NavigationEntry, navigationFor } from "#app/shell/navigation";
import { PinnedViews } from "#app/shell/pinned-views";
import { useShell } from "#app/shell/shell-context";
import { classNames } from "#app/ui/class-names";
import { SignedInForm } from "#app/ui/form/form";
import { Glyph } from "#app/ui/glyph";
import { IconButton } from "#app/ui/icon-button";
import { Link } from "#app/ui/link";
import { OrganisationMark } from "#app/ui/organisation-mark";

/** The product version that staff quote to support (§9). */
const productVersion = "4.0.5";

/** Side navigation: each entry only with its permission (§2); folds to icons, and disappears below 640 px. */
export const Sidebar = () => {
	const { organisation, orgName, user, preferences } = useShell();
	const folded = preferences.sidebar === "icons";
	const location = useLocation();
	return (
		<aside
			aria-label={organisation.name}
			className={classNames(
				"sticky top-0 hidden h-dvh shrink-0 flex-col border-line border-r bg-panel p-2.5 sm:flex print:hidden",
				folded ? "w-14" : "w-56",
			)}
		>
			<div className="flex items-center gap-2.5 px-1 pt-1.5 pb-3.5">
				<OrganisationMark name={organisation.name} logoUrl={organisation.logoUrl} />
				{!folded && (
					<div className="min-w-0">
						<p title={organisation.name} className="truncate font-medium">
							{organisation.name}
						</p>
						<p className="text-sm text-text-3">Admissions</p>
					</div>
				)}
			</div>
			<nav aria-label="Main" className="flex flex-1 flex-col gap-px overflow-y-auto">
				{navigationFor(user.privileges, organisation.aliases.course).map((entry, index, entries) => (
					<Fragment key={entry.path}>
						{entry.group !== undefined && entry.group !== entries[index - 1]?.group && (
							<p className={folded ? "sr-only" : "px-2 pt-3 pb-1 text-sm text-text-3"}>{entry.group}</p>
						)}
						<EntryLink entry={entry} folded={folded} />
					</Fragment>
				))}
				{mayCall(user, may.seeApplicants) && <PinnedViews folded={folded} />}
			</nav>
			<div
				className={classNames(
					"flex items-center gap-2 text-sm text-text-3",
					folded ? "flex-col" : "justify-between px-2",
				)}
			>
				{!folded && <span>Version {productVersion}</span>}
				<SignedInForm method="post" action={`/${orgName}/preferences`} preventScrollReset>
					<input type="hidden" name="sidebar" value={folded ? "open" : "icons"} />
					<input type="hidden" name="returnTo" value={location.pathname + location.search} />
					<IconButton
						size="small"
						icon={folded ? PanelLeftOpen : PanelLeftClose}
						label={folded ? "Show navigation labels" : "Fold navigation to icons"}
					/>
				</SignedInForm>
			</div>
		</aside>
	);
};

const EntryLink = ({ entry, folded }: { entry: NavigationEntry; folded: boolean }) => {
	const { orgName } = useShell();
	const { pathname } = useLocation();
	const { path, label, icon } = entry;
	const isCurrent = isWithin(entry, orgName, pathname);
	return (
		<Link
			to={`/${orgName}/${path}`}
			title={folded ? label : undefined}
			aria-label={folded ? label : undefined}
			aria-current={isCurrent ? "page" : undefined}
			prefetch="intent"
			className="nav-entry"
		>
			<Glyph icon={icon} />
			{!folded && <span>{label}</span>}
		</Link>
	);
};
