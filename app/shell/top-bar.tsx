import { ExternalLink } from "lucide-react";
import { AvatarMenu } from "#app/shell/avatar-menu";
import { DownloadsLink } from "#app/shell/downloads/downloads-link";
import { MobileNavigation } from "#app/shell/mobile-navigation";
import { Bell } from "#app/shell/notifications/bell";
import { PaletteButton } from "#app/shell/palette/palette-button";
import { SettingsPanel } from "#app/shell/settings-panel";
import { useShell } from "#app/shell/shell-context";
import { buttonClass } from "#app/ui/button-class";
import { Glyph } from "#app/ui/glyph";

/** Search, applicant site, notifications, settings and user (§2 Top bar); fewer of them below 640 px. */
export const TopBar = () => {
	const { organisation } = useShell();
	return (
		<header className="sticky top-0 z-20 flex h-13 items-center gap-1.5 border-line border-b bg-panel px-3 sm:gap-2 sm:px-5 print:hidden">
			<MobileNavigation />
			<PaletteButton />
			<div className="flex-1" />
			{organisation.applicantSiteUrl && (
				<a
					href={organisation.applicantSiteUrl}
					target="_blank"
					rel="noreferrer"
					title="Go to Applicant Site"
					className={buttonClass({ variant: "ghost", className: "max-sm:hidden! max-lg:w-8.5 max-lg:px-0!" })}
				>
					<Glyph icon={ExternalLink} className="lg:hidden" />
					<span className="max-lg:sr-only">Go to Applicant Site</span>
				</a>
			)}
			<DownloadsLink />
			<Bell />
			<SettingsPanel />
			<AvatarMenu />
		</header>
	);
};
