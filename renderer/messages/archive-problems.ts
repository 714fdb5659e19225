import { choose, count } from '#shared/messages/language'

export const archiveProblemsText = choose({
  en: {
    problems: {
      title: 'Problems',
      details: 'Details',
      hideDetails: 'Hide details',
      more: (problems: number) => `Show ${count(problems, 'more problem')}`,
      fewer: 'Show fewer',
      moreItems: (items: string) => `and ${items} more`,
      actions: {
        lookAgain: 'Check again',
        useOther: 'Use another archive…',
        compare: 'Compare with the service',
        fetch: 'Fetch again',
        restore: 'Restore from the second copy',
        acceptList: 'Accept the current list…',
        acceptRemoval: 'Removed on purpose…',
        keepArchive: 'Keep the archive’s version…',
        useCopy: 'Use the copy’s version…',
        updateCopy: 'Update the copy',
        stopCopy: 'Stop keeping a second copy',
        openFolder: 'Open folder',
        verify: 'Verify again',
        retryFetch: 'Try again',
        showRequests: 'Show',
        retryPending: 'Ask again',
        cancelPending: 'Stop asking',
        dismiss: 'Dismiss'
      }
    },
    confirm: {
      acceptRemoval: {
        title: 'Were they removed on purpose?',
        action: 'Removed on purpose',
        says: (statements: number) =>
          `${count(statements, 'statement')} will no longer be reported as missing. This is recorded in leadline-removed.txt.`
      },
      acceptList: {
        title: 'Accept the current list?',
        action: 'Accept the current list',
        missing:
          'A new SHA256SUMS is created from the statements that are here. Statements that were deleted together with the list will no longer be reported as missing.',
        other:
          'From now on files are checked against this list, and statements that it does not name are added to it. If someone tampered with the list, this hides what they changed.'
      },
      keepArchive: {
        title: 'Keep the archive’s version?',
        action: 'Keep the archive’s version',
        says: 'The archive’s files replace those in the second copy. The copy’s version stays beside them, with “.altered-” in its name.'
      },
      useCopy: {
        title: 'Use the copy’s version?',
        action: 'Use the copy’s version',
        says: 'The copy’s files replace those in the archive, and all totals are recalculated. The archive’s version stays beside them, with “.altered-” in its name.'
      },
      unsure:
        'If you do not know which version is right, cancel, and compare a file from each with what the service sent.'
    }
  }
})
