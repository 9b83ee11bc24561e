/** The sitemap: every URL of the portal (§2), in the specification's order, and the module that answers it. */
/** @param {import("@remix-run/dev/dist/config/routes").DefineRoutesFunction} defineRoutes */
export const routes = (defineRoutes) =>
	defineRoutes((route) => {
		/** A list of set-up records, and the dialogs of one over it. */
		const records = (/** @type {string} */ path, /** @type {string} */ modules, more = () => {}) =>
			route(path, `${modules}list.tsx`, () => {
				more();
				route(":recordId", `${modules}record.tsx`);
				route(":recordId/history", `${modules}history.tsx`);
				route(":recordId/delete", `${modules}delete.tsx`);
			});

		// No organisation in the path
		route("/", "routes/auth/choose-organisation.tsx", { index: true });

		// Public
		route("/:orgName", "routes/auth/login.tsx", () => {
			route("forgot-password", "routes/auth/request-reset.tsx");
		});
		route("/:orgName/reset-request", "routes/auth/reset-password.tsx");
		route("/:orgName/candidate-info/:publicId", "routes/candidate-info/summary.tsx");
		route("/:orgName/candidate-info/:publicId/photo", "routes/candidate-info/photo.tsx");
		route("/:orgName/candidate-info/:publicId/record", "routes/candidate-info/record.tsx");
		route("/:orgName/payment/:key", "routes/transactions/public-payment.tsx");
		route("/:orgName/payment/:key/receipt", "routes/transactions/public-receipt.tsx");
		route("/:orgName/verify", "routes/letters/verify-code.tsx");
		route("/:orgName/verify/:code", "routes/letters/verified-letter.tsx");
		route("/:orgName/referee", "routes/referees/thanks.tsx");
		route("/:orgName/referee/:token", "routes/referees/answer.tsx");
		route("/:orgName/confirm", "routes/auth/confirm-email.tsx");
		route("/:orgName/404", "routes/auth/page-not-found.tsx");
		route("/:orgName/auth", "routes/auth/google-return.tsx");
		route("/:orgName/logout", "routes/auth/logout.tsx");

		// Signed in
		route("/:orgName", "shell/layout.tsx", { id: "shell" }, () => {
			route("dashboard", "routes/dashboard/dashboard.tsx");
			route("applicants", "routes/applicants/list.tsx", () => {
				route("locations", "routes/locations/locations.tsx");
				route("views/new", "routes/saved-views/save-view.tsx");
				route("columns", "routes/applicants/columns/choose-columns.tsx");
				route("stage", "routes/stage-changes/change-stages.tsx");
				route("course", "routes/assignments/change-courses.tsx");
				route("posting", "routes/assignments/post-applicants.tsx");
				route("reviewer", "routes/assignments/assign-applicants.tsx");
				route("forms", "routes/printing/print-forms.tsx");
				route("export", "routes/exports/export-candidates.tsx");
				route("report", "routes/application-reports/report.tsx");
				route("email", "routes/emails/send-emails.tsx");
				route("sms", "routes/emails/sms/send-many.tsx");
				route("letters", "routes/letters/make-letters.tsx");
				route("erase", "routes/privacy/erase-applicants.tsx");
				route("notify", "routes/emails/notify-stage.tsx");
				route(":applicantId", "routes/applicants/sheet.tsx", () => {
					route("", "routes/applicants/sheet.information.tsx", () => {
						route("", "routes/applicants/no-dialog.tsx", { index: true });
						route("stage", "routes/stage-changes/change-stage.tsx");
						route("identity", "routes/corrections/correct-identity.tsx");
						route("course", "routes/assignments/change-course.tsx");
						route("posting", "routes/assignments/post-to-location.tsx");
						route("reviewer", "routes/assignments/assign-applicant.tsx");
						route("email", "routes/emails/send-email.tsx");
						route("sms", "routes/emails/sms/send-one.tsx");
						route("passport", "routes/applicants/passport.tsx");
						route("reveal", "routes/forms/reveal-answers.tsx");
						route("data", "routes/privacy/download-data.tsx");
						route("erase", "routes/privacy/erase-applicant.tsx");
					});
					route("attachments", "routes/attachments/tab.tsx", () => {
						route(":attachmentId", "routes/attachments/attachment.tsx");
					});
					route("letter", "routes/letters/tab.tsx", () => {
						route("new", "routes/letters/make-letter.tsx");
						route("replace", "routes/letters/replace-letter.tsx");
						route("withdraw", "routes/letters/withdraw-letter.tsx");
						route(":letterId", "routes/letters/letter.tsx");
					});
					route("referees", "routes/referees/tab.tsx", () => {
						route("new", "routes/referees/add-referee.tsx");
						route(":refereeId", "routes/referees/correct-referee.tsx");
						route(":refereeId/remove", "routes/referees/remove-referee.tsx");
					});
					route("emails", "routes/emails/tab.tsx");
					route("activity-log", "routes/applicants/sheet.activity-log.tsx");
					route("transactions", "routes/transactions/tab.tsx", () => {
						route("pay", "routes/transactions/take-payment.tsx");
						route(":transactionId/link", "routes/transactions/payment-link.tsx");
					});
				});
			});
			route("applicants/views", "routes/saved-views/views.tsx", () => {
				route(":viewId", "routes/saved-views/change-view.tsx");
			});
			route("applicants/applications", "routes/applicants/applications.tsx");
			route("applicants/:applicantId/edit", "routes/forms/edit-form.tsx");
			route("applicants/filters", "routes/applicants/filters.tsx");
			route("process-ai", "routes/assistant/assistant.tsx", () => {
				route("views/new", "routes/saved-views/save-criteria.tsx");
			});
			route("process-ai/views", "routes/saved-views/criteria.tsx", () => {
				route(":viewId", "routes/saved-views/change-criteria.tsx");
			});
			route("rankings", "routes/rankings/list.tsx");
			route("rankings/new", "routes/rankings/create.tsx");
			route("rankings/:recordId", "routes/rankings/board.tsx", () => {
				route("history", "routes/rankings/history.tsx");
				route("export", "routes/rankings/export.tsx");
				route("delete", "routes/rankings/delete.tsx");
			});
			route("rankings/:recordId/edit", "routes/rankings/edit.tsx");
			route("rankings/:recordId/courses/:courseId", "routes/rankings/course.tsx");
			route("uploaded-candidates", "routes/uploaded-candidates/list.tsx", () => {
				route("new", "routes/uploaded-candidates/new-group.tsx");
			});
			route("manage-candidates/:groupId", "routes/uploaded-candidates/group.tsx", () => {
				route("", "routes/uploaded-candidates/candidates.tsx", () => {
					route("", "routes/uploaded-candidates/no-dialog.tsx", { index: true });
					route("edit", "routes/uploaded-candidates/edit-group.tsx");
					route("delete", "routes/uploaded-candidates/delete-group.tsx");
					route("upload", "routes/uploaded-candidates/upload.tsx");
					route("candidates/:candidateId", "routes/uploaded-candidates/candidate.tsx");
					route("candidates/:candidateId/remove", "routes/uploaded-candidates/remove-candidate.tsx");
				});
				route("imports", "routes/uploaded-candidates/imports.tsx");
				route("imports/:importId", "routes/uploaded-candidates/import.tsx", () => {
					route("undo", "routes/uploaded-candidates/undo-import.tsx");
					route("discard", "routes/uploaded-candidates/discard-import.tsx");
				});
			});
			route("transactions/exceptions", "routes/transactions/exceptions.tsx", () => {
				route(":exceptionId", "routes/transactions/exception.tsx");
			});
			route("transactions", "routes/transactions/list.tsx", () => {
				route("views/new", "routes/saved-views/save-transaction-view.tsx");
				route("query", "routes/transactions/query.tsx");
				route("export", "routes/transactions/export.tsx");
				route(":transactionId", "routes/transactions/transaction.tsx");
			});
			route("transactions/days", "routes/settlements/days.tsx");
			route("transactions/days/:day/:platform", "routes/settlements/day.tsx", () => {
				route("close", "routes/settlements/close-day.tsx");
			});
			route("transactions/days/:day/:platform/rows", "routes/settlements/day-rows.tsx");
			route("transactions/settlements", "routes/settlements/files.tsx", () => {
				route("new", "routes/settlements/new-file.tsx");
			});
			route("transactions/settlements/:fileId", "routes/settlements/file.tsx", () => {
				route("discard", "routes/settlements/discard-file.tsx");
			});
			route("transactions/views", "routes/saved-views/transaction-views.tsx", () => {
				route(":viewId", "routes/saved-views/change-transaction-view.tsx");
			});
			route("audit-log", "routes/audit-log/activities.tsx", () => {
				route("export", "routes/audit-log/export-activities.tsx");
			});
			route("modification-log", "routes/audit-log/modifications.tsx", () => {
				route("export", "routes/audit-log/export-modifications.tsx");
			});
			route("users", "routes/users/list.tsx", () => {
				route(":userId", "routes/users/user.tsx");
				route(":userId/block", "routes/users/block-user.tsx");
				route(":userId/end-sessions", "routes/users/end-sessions.tsx");
				route(":userId/delete", "routes/users/delete-user.tsx");
			});
			route("users/roles", "routes/users/roles.tsx", () => {
				route(":roleId", "routes/users/role.tsx");
				route(":recordId/history", "routes/users/role-history.tsx");
				route(":roleId/delete", "routes/users/delete-role.tsx");
			});
			route("get-ready", "routes/organisation/get-ready.tsx");
			route("applications", "routes/applications/list.tsx");
			route("applications/create", "routes/applications/create.tsx");
			route("manage-applications/:recordId", "routes/applications/manage.tsx", () => {
				route("history", "routes/applications/history.tsx");
				route("copy", "routes/applications/copy.tsx");
				route("delete", "routes/applications/delete.tsx");
			});
			records("courses", "routes/courses/", () => {
				route("upload", "routes/courses/upload.tsx");
			});
			route("courses/uploads", "routes/courses/uploads.tsx");
			route("courses/uploads/:uploadId", "routes/courses/uploaded.tsx", () => {
				route("undo", "routes/courses/undo-upload.tsx");
				route("discard", "routes/courses/discard-upload.tsx");
			});
			route("configurations", "routes/organisation/configurations.tsx", () => {
				route("logo", "routes/organisation/logo.tsx");
				route("contacts", "routes/organisation/contacts.tsx");
				route("history", "routes/organisation/history.tsx");
				route(":part", "routes/organisation/part.tsx");
			});
			records("admin-levels-item", "routes/admin-levels/");
			route("admin-levels-item/levels", "routes/admin-levels/levels.tsx", () => {
				route("history", "routes/admin-levels/levels-history.tsx");
			});
			records("application-groupings", "routes/application-groups/group-");
			records("application-groupings/items", "routes/application-groups/item-");
			records("locations", "routes/locations/");
			route("templates", "routes/templates/list.tsx", () => {
				route("import", "routes/templates/import.tsx");
			});
			route("manage-template", "routes/templates/manage.tsx", () => {
				route("history", "routes/templates/history.tsx");
				route("copy", "routes/templates/copy.tsx");
				route("delete", "routes/templates/delete.tsx");
				route("picture", "routes/templates/picture.tsx");
				route("page-setup", "routes/templates/page-setup.tsx");
			});
			route("forms", "routes/form-designs/list.tsx", () => {
				route("new", "routes/form-designs/create.tsx");
				route("import", "routes/form-designs/import.tsx");
			});
			route("forms/:recordId", "routes/form-designs/editor.tsx", () => {
				route("settings", "routes/form-designs/settings.tsx");
				route("history", "routes/form-designs/history.tsx");
				route("delete", "routes/form-designs/delete.tsx");
				route("publish", "routes/form-designs/publish.tsx");
				route("versions", "routes/form-designs/versions.tsx");
				route("sections/:sectionId", "routes/form-designs/section.tsx");
				route("sections/:sectionId/fields/:fieldId", "routes/form-designs/field.tsx");
				route("sections/:sectionId/condition", "routes/form-designs/condition.tsx", { id: "section-condition" });
				route("sections/:sectionId/fields/:fieldId/condition", "routes/form-designs/condition.tsx", {
					id: "field-condition",
				});
			});
			route("forms/:recordId/preview", "routes/form-designs/preview.tsx");
			route("workflow", "routes/workflows/list.tsx", () => {
				route("new", "routes/workflows/create.tsx");
				route("import", "routes/workflows/import.tsx");
			});
			route("workflow/:recordId", "routes/workflows/board.tsx", () => {
				route("rename", "routes/workflows/rename.tsx");
				route("copy", "routes/workflows/copy.tsx");
				route("history", "routes/workflows/history.tsx");
				route("delete", "routes/workflows/delete.tsx");
				route("publish", "routes/workflows/publish.tsx");
				route("stages/:stepId", "routes/workflows/stage.tsx");
				route("stages/:stepId/files", "routes/workflows/stage-files.tsx");
				route("stages/:stepId/remove", "routes/workflows/remove-stage.tsx");
			});
			route("discount-code", "routes/coupons/list.tsx", () => {
				route("new", "routes/coupons/record.tsx");
			});
			route("manage-discount-code/:recordId", "routes/coupons/manage.tsx", () => {
				route("", "routes/coupons/codes.tsx", () => {
					route("", "routes/coupons/no-dialog.tsx", { index: true });
					route("edit", "routes/coupons/edit.tsx");
					route("history", "routes/coupons/history.tsx");
					route("delete", "routes/coupons/delete.tsx");
				});
				route("uses", "routes/coupons/uses.tsx");
			});
			records("add-on", "routes/add-ons/");
			records("notifications", "routes/reminders/");
			records("notifications/reports", "routes/report-schedules/", () => {
				route(":recordId/send", "routes/report-schedules/send.tsx");
			});
			route("duplicates", "routes/duplicates/list.tsx");
			route("duplicates/compare", "routes/duplicates/compare.tsx");
			route("merges/:mergeId", "routes/duplicates/merge.tsx");
			route("releases", "routes/stage-changes/releases/list.tsx");
			route("releases/:releaseId", "routes/stage-changes/releases/release.tsx", () => {
				route("return", "routes/stage-changes/releases/return.tsx");
				route("time", "routes/stage-changes/releases/time.tsx");
				route("cancel", "routes/stage-changes/releases/cancel.tsx");
			});
			route("privacy", "routes/privacy/privacy.tsx");
			records("privacy/retention", "routes/retention/");
			route("user-profile", "routes/users/profile.tsx");
			route("search", "routes/search/results.tsx");
			route("notices", "routes/notifications/notices.tsx");
			route("outbox", "routes/outbox/list.tsx");
			route("outbox/:mailId", "routes/outbox/mail.tsx");
			route("reasons", "routes/reasons/list.tsx", () => {
				route(":reasonId", "routes/reasons/reason.tsx");
				route(":reasonId/history", "routes/reasons/history.tsx");
				route(":reasonId/delete", "routes/reasons/delete-reason.tsx");
			});
			route("api-keys", "routes/api-keys/list.tsx", () => {
				route("new", "routes/api-keys/new-key.tsx");
				route(":keyId", "routes/api-keys/key.tsx");
			});
			route("webhooks", "routes/webhooks/list.tsx", () => {
				route("new", "routes/webhooks/new-webhook.tsx");
			});
			route("webhooks/:webhookId", "routes/webhooks/webhook.tsx", () => {
				route("edit", "routes/webhooks/edit-webhook.tsx");
				route("history", "routes/webhooks/history.tsx");
				route("secret", "routes/webhooks/replace-secret.tsx");
				route("delete", "routes/webhooks/delete-webhook.tsx");
			});
			// why two folders: two routes cannot share a module in the browser.
			for (const [path, modules] of [
				["local-payments", "routes/payment-configurations/"],
				["international-payments", "routes/payment-configurations/international/"],
			]) {
				route(path, `${modules}list.tsx`, () => {
					route("new", `${modules}new-configuration.tsx`);
					if (path === "international-payments") {
						route("bank-account", "routes/bank-account/bank-account.tsx");
						route("bank-account/history", "routes/bank-account/history.tsx");
					}
				});
				route(`${path}/:recordId`, `${modules}configuration.tsx`, () => {
					route("edit", `${modules}edit-configuration.tsx`);
					route("delete", `${modules}delete-configuration.tsx`);
					route("history", `${modules}history.tsx`);
				});
			}
			route("downloads", "routes/tasks/downloads.tsx");
			route("tasks", "routes/tasks/failed.tsx");
			route("mailings", "routes/emails/mailings.tsx");
			route("mailings/:mailingId", "routes/emails/mailing.tsx");
			route("batches", "routes/batches/list.tsx");
			route("batches/:batchId", "routes/batches/batch.tsx");
			route("downloads/:taskId", "routes/tasks/download.tsx");
		});
		route(
			"/:orgName/manage-candidates/:groupId/imports/:importId/failed-rows",
			"routes/uploaded-candidates/failed-rows.tsx",
		);
		route("/:orgName/applications/find-courses", "routes/applications/find-courses.tsx");
		route("/:orgName/dashboard/file", "routes/dashboard/dashboard-file.tsx");
		route("/:orgName/dashboard/applications", "routes/dashboard/find-applications.tsx");
		route("/:orgName/courses/template", "routes/courses/template.tsx");
		route("/:orgName/courses/uploads/:uploadId/failed-rows", "routes/courses/failed-rows.tsx");
		route("/:orgName/transactions/settlements/:fileId/failed-rows", "routes/settlements/failed-rows.tsx");
		route("/:orgName/downloads/state", "routes/tasks/state.tsx");
		route("/:orgName/downloads/:taskId/file", "routes/tasks/file.tsx");
		route("/:orgName/applicants/:applicantId/photo", "routes/applicants/photo.tsx");
		route("/:orgName/applicants/:applicantId/payments", "routes/transactions/of-applicant.tsx");
		route("/:orgName/applicants/:applicantId/transactions/:transactionId/receipt", "routes/transactions/receipt.tsx");
		route("/:orgName/transactions/:transactionId/receipt", "routes/transactions/payment-receipt.tsx");
		route("/:orgName/applicants/:applicantId/print", "routes/printing/print.tsx");
		route("/:orgName/applicants/:applicantId/form.pdf", "routes/printing/form-pdf.tsx");
		route("/:orgName/applicants/:applicantId/letters/:letterId", "routes/letters/stored-letter.tsx");
		route("/:orgName/applicants/:applicantId/letter-preview", "routes/letters/letter-preview.tsx");
		route("/:orgName/applicants/:applicantId/files/:formId/:attachmentId", "routes/attachments/attached-file.tsx");
		route("/:orgName/applicants/:applicantId/email-files/:attachmentId", "routes/emails/email-file.tsx");
		route("/:orgName/manage-template/page", "routes/templates/template-page.tsx");
		route("/:orgName/manage-template/export", "routes/templates/export-file.tsx");
		route("/:orgName/workflow/:recordId/stages/:stepId/files/:attachmentId", "routes/workflows/stage-file.tsx");
		route("/:orgName/workflow/:recordId/export", "routes/workflows/export-file.tsx");
		route("/:orgName/forms/:recordId/export", "routes/form-designs/export-file.tsx");
		route("/:orgName/forms/:recordId/preview/page", "routes/form-designs/preview-page.tsx");
		route("/:orgName/forms/:recordId/sample.pdf", "routes/form-designs/sample-pdf.tsx");
		route("/:orgName/mailings/:mailingId/page", "routes/emails/mailing-page.tsx");
		route("/:orgName/outbox/:mailId/page", "routes/outbox/page.tsx");
		route("/:orgName/activity", "routes/users/activity.tsx");
		route("/:orgName/socket-ticket", "routes/notifications/socket-ticket.tsx");
		route("/:orgName/batches/:batchId/undo", "routes/batches/undo.tsx");
		route("/:orgName/preferences", "routes/users/preferences.tsx");

		// Anything else
		route("*", "routes/auth/unknown.tsx");
	});
